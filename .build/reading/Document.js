/** The part of `Document` of the package `yaml` that its composer works with: what it holds, and no methods. */
import { DOC, NODE_TYPE } from "../nodes/identity.js";
import { Schema } from "../schema/Schema.js";

const VERSIONS = {
  1.1: { resolveKnownTags: false, schema: "yaml-1.1" },
  1.2: { resolveKnownTags: true, schema: "core" },
};

export class Document {
  commentBefore = null;
  comment = null;
  errors = [];
  warnings = [];
  contents = null;

  /** A composer gives no value. */
  constructor(_value, options) {
    Object.defineProperty(this, NODE_TYPE, { value: DOC });
    this.options = { strict: true, uniqueKeys: true, version: "1.2", ...options };
    this.directives = options._directives.atDocument();
    const version = this.directives.yaml.explicit ? this.directives.yaml.version : this.options.version;
    this.directives.yaml.version = version;
    this.schema = new Schema({ ...VERSIONS[version], ...options });
  }
}
