/** A value with a credential in it, which does not appear when an object around it is printed, inspected or serialised. */
export class Secret<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }
}
