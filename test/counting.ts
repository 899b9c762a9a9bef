/** The setup of tests that count steps: see `steps.ts`. */
import { startCounting } from "./steps.js";

startCounting();
