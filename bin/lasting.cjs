"use strict";
// The options of V8 for a process that stays beside an editor for days: it collects more often, to keep its memory small.
const { setFlagsFromString } = require("node:v8");

/** More than the young generation holds at first, in arrays that are each a small part of it. */
const [MANY, LENGTH] = [300, 1024];

/** The young generation grows to a few megabytes, and no more: V8 enlarges it when much in it is in use. */
function growSome() {
  setFlagsFromString("--semi-space-growth-factor=2");
  Array.from({ length: MANY }, () => new Array(LENGTH));
  setFlagsFromString("--semi-space-growth-factor=1");
}

growSome();
// The whole heap is collected when it has grown by so many percent.
setFlagsFromString("--heap-growing-percent=50");
