/** `agent completion`: the script that lets a shell complete command lines. */
import { completionOf } from "../../../terminal/completion.js";

export const completion = completionOf("agent", "A script starts no program.");
