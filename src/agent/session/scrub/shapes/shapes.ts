/** All shapes of credentials (P-S44), and how they begin. */
import { authorization } from "./authorization.js";
import { accessKey, fileKey, serviceKey, token, underscoredKey } from "./keys.js";
import { privateKey } from "./private-key.js";
import type { Shape } from "./shape.js";
import { signedToken } from "./signed-token.js";

const SHAPES: readonly Shape[] = [
  ...[token, serviceKey, underscoredKey, accessKey, fileKey, signedToken, privateKey, authorization],
];

/** The literal beginning of a credential of some shape. */
export interface Beginning {
  readonly text: string;
  readonly shape: Shape;
}

export const BEGINNINGS: readonly Beginning[] = SHAPES.flatMap((shape) =>
  shape.beginnings.map((text) => ({ text, shape })),
);

/** In units. */
export const LONGEST_BEGINNING = Math.max(...BEGINNINGS.map(({ text }) => text.length));

/** In units: no credential of any shape is shorter. */
export const SHORTEST_SHAPE = 16;
