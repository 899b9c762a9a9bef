/** The part of `YAMLMap` of the package `yaml` that its composer works with. */
import { Collection } from "./Collection.js";
import { MAP } from "./identity.js";

export class YAMLMap extends Collection {
  static tagName = "tag:yaml.org,2002:map";

  constructor(schema) {
    super(MAP, schema);
  }
}
