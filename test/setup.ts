/** Property tests try the same inputs every time; `FC_SEED=$RANDOM npm test` tries others. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FC_SEED"] ?? 20261120) });
