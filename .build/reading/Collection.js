/** The part of `Collection` of the package `yaml` that its composer works with. */
import { NodeBase } from "./Node.js";

export class Collection extends NodeBase {
  items = [];

  constructor(type, schema) {
    super(type);
    Object.defineProperty(this, "schema", { value: schema, configurable: true, enumerable: false, writable: true });
  }
}
