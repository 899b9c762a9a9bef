#!/usr/bin/env node
"use strict";
void require("./agentcfg.cjs").start("agent");
