/** The part of `Alias` of the package `yaml` that its composer works with. */
import { ALIAS } from "./identity.js";
import { NodeBase } from "./Node.js";

export class Alias extends NodeBase {
  constructor(source) {
    super(ALIAS);
    this.source = source;
    Object.defineProperty(this, "tag", {
      set() {
        throw new Error("Alias nodes cannot have tags");
      },
    });
  }
}
