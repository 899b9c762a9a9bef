/** Something that holds a credential, and that nobody sees who prints, inspects or serialises what it is in. */
export class Secret<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }
}
