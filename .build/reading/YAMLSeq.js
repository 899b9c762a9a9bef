/** The part of `YAMLSeq` of the package `yaml` that its composer works with. */
import { Collection } from "./Collection.js";
import { SEQ } from "./identity.js";

export class YAMLSeq extends Collection {
  static tagName = "tag:yaml.org,2002:seq";

  constructor(schema) {
    super(SEQ, schema);
  }
}
