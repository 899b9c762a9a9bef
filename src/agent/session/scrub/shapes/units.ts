/** Kinds of units of a text. */

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

export function isSmall(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

export function isAlphanumeric(unit: number): boolean {
  return isSmall(unit) || isDigit(unit) || isCapital(unit);
}

/** A letter, a digit or `_`. */
export function isWordUnit(unit: number): boolean {
  return isAlphanumeric(unit) || unit === 0x5f;
}

/** Also `-`: what base64 in URLs is made of. */
export function isKeyUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 0x2d;
}

export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

export function isQuote(unit: number): boolean {
  return unit === 0x22 || unit === 0x27;
}
