/** The output formats for other programs, one line each. Loaded for the first of them that a run uses. */
import { agent } from "./agent.js";
import { checkstyle } from "./checkstyle.js";
import { github } from "./github.js";
import { gitlab } from "./gitlab.js";
import { junit } from "./junit.js";
import { rdjson } from "./rdjson.js";
import type { Exchange } from "./reporter.js";
import type { ExchangeFormat } from "./reporters.js";
import { sarif } from "./sarif.js";

export const exchanges: Readonly<Record<ExchangeFormat, Exchange>> = {
  sarif,
  github,
  gitlab,
  junit,
  checkstyle,
  rdjson,
  agent,
};
