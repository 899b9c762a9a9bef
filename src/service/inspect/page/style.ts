/** The style of the page. Its hash is in the page's policy. */
import { MODEL_HEADINGS, PROVIDER_HEADINGS } from "../fact-table.js";

/** Where a table is too wide, a row is a block, and each of its cells says its heading. */
const labels = (table: string, headings: readonly string[]): string =>
  headings
    .map((heading, index) => `.${table} td:nth-child(${index + 1})::before{content:"${heading}"}`)
    .slice(1)
    .join("\n");

export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2024;--soft:#565f6b;--line:#dfe3e8;--paper:#fff;--shade:#f5f7f9;--link:#0b57b7;
--global:#0b57b7;--global-bg:#e4eefb;--project:#8a4600;--project-bg:#fdeeda;--default:#565f6a;--default-bg:#eceff2;--catalog:#0a6a52;--catalog-bg:#ddf3ec;
--bad:#b3132b;--bad-bg:#fdecee;--warn:#7d5200;--warn-bg:#fff4d6;--good:#17663a;--mark:#fff3b8}
@media (prefers-color-scheme:dark){:root{--ink:#e4e7eb;--soft:#a3acb8;--line:#333a43;--paper:#15181c;--shade:#1d2126;--link:#8ab8ff;
--global:#9dc4ff;--global-bg:#16304f;--project:#ffc27a;--project-bg:#432c0c;--default:#b4bdc8;--default-bg:#2b3138;--catalog:#7fdcbf;--catalog-bg:#113b30;
--bad:#ff9aa6;--bad-bg:#431820;--warn:#f4cd72;--warn-bg:#3b2f0e;--good:#86d8a5;--mark:#4a4212}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:2rem clamp(1rem,4vw,3rem) 4rem;max-width:84rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.015em}
h2{font-size:1.3rem;margin:3rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line);letter-spacing:-.01em}
h3{font-size:1rem;margin:1.75rem 0 .5rem}
h3 code{font-size:1em;font-weight:600}
p{margin:.5rem 0;max-width:70ch}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
small,.note,.legend,footer{font-size:.875rem;color:var(--soft)}
small{display:block;line-height:1.4}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line);font-weight:normal}
thead th{color:var(--soft);font-size:.8125rem}
.wide{overflow-x:auto}
.outcome{font-size:1.125rem;max-width:none}
.outcome.good b{color:var(--good)}
.outcome.bad b{color:var(--bad)}
.files{width:auto}
.sum{font-size:.75rem;color:var(--soft)}
.tag,.severity,.wait{display:inline-block;padding:0 .45em;border-radius:.35em;font-size:.8125rem;font-weight:600;line-height:1.5;white-space:nowrap}
.tag.global{color:var(--global);background:var(--global-bg)}
.tag.project{color:var(--project);background:var(--project-bg)}
.tag.default{color:var(--default);background:var(--default-bg);font-weight:400}
.tag.catalog{color:var(--catalog);background:var(--catalog-bg)}
.wait{color:var(--warn);background:var(--warn-bg)}
.at{white-space:nowrap;color:var(--soft);font-size:.8125rem;font-variant-numeric:tabular-nums}
.count{color:var(--soft);font-size:.8125rem;font-weight:400;font-variant-numeric:tabular-nums}
nav ul{list-style:none;margin:1.25rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem 1.5rem}
.changes{list-style:none;margin:0;padding:0}
.changes li{padding:.4rem 0;border-bottom:1px solid var(--line)}
.changes code{margin-right:.5rem}
.for{color:var(--soft);font-size:.875rem;margin-right:.5rem}
summary{cursor:pointer;padding:.25rem 0}
.findings{list-style:none;margin:0;padding:0}
.findings>li{padding:.5rem 0 .5rem 1rem;border-left:3px solid var(--line);margin-bottom:1rem}
.findings p{margin:.15rem 0}
.findings ul{margin:.35rem 0 0;padding-left:1.25rem;color:var(--soft);font-size:.9375rem}
.error{--tone:var(--bad);--tone-bg:var(--bad-bg)}
.warning{--tone:var(--warn);--tone-bg:var(--warn-bg)}
.info{--tone:var(--global);--tone-bg:var(--global-bg)}
.findings>li[class]{border-color:var(--tone)}
.severity{color:var(--tone);background:var(--tone-bg)}
.rule{color:var(--soft);font-size:.8125rem}
#values>input{position:absolute;opacity:0;pointer-events:none}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;max-width:none}
.filters label{padding:.25rem .75rem;border:1px solid var(--line);border-radius:2rem;cursor:pointer}
.filters label:hover{background:var(--shade)}
#values:has(#show-all:checked) label[for=show-all],#values:has(#show-set:checked) label[for=show-set],#values:has(#show-of-project:checked) label[for=show-of-project],#values:has(#show-lost:checked) label[for=show-lost]{border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
#values:has(#show-all:focus-visible) label[for=show-all],#values:has(#show-set:focus-visible) label[for=show-set],#values:has(#show-of-project:focus-visible) label[for=show-of-project],#values:has(#show-lost:focus-visible) label[for=show-lost]{outline:2px solid var(--link);outline-offset:2px}
#show-set:checked~.part tr[class]:not(.s,.name),#show-of-project:checked~.part tr[class]:not(.p,.name),#show-lost:checked~.part tr[class]:not(.l,.name){display:none}
#show-set:checked~.part:not(:has(.s)),#show-of-project:checked~.part:not(:has(.p)),#show-lost:checked~.part:not(:has(.l)),
#show-set:checked~.part tbody:not(:has(.s)),#show-of-project:checked~.part tbody:not(:has(.p)),#show-lost:checked~.part tbody:not(:has(.l)){display:none}
.values{table-layout:fixed}
.values th:first-child{width:44%}
.values th:nth-child(3){width:9.5rem}
.values small{margin:.15rem 1rem 0 0}
.values i{font-style:normal;font-weight:600}
.values summary{padding:0}
.values .name th{padding-top:1.25rem;font-weight:600;border-bottom-width:2px}
.none{color:var(--soft)}
.list{list-style:none;margin:0;padding:0}
.lost{margin-top:.3rem;color:var(--soft);font-size:.875rem}
.facts td,.facts th{padding-right:1.5rem;overflow-wrap:break-word;max-width:22rem}
.facts thead th{white-space:nowrap}
.long :is(.part,.source){content-visibility:auto;contain-intrinsic-block-size:auto 40rem;overflow-clip-margin:.5rem}
.models td:nth-child(n+8),.providers td:nth-child(6){overflow-wrap:break-word;max-width:16rem}
.values th>a{color:inherit;text-decoration-color:var(--soft)}
.values th>a::before{content:"↑ "/"";color:var(--soft)}
.source{margin:0;padding:.75rem 0;list-style:none;counter-reset:line;background:var(--shade);border-radius:.5rem;font:.8125rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.source li{counter-increment:line;position:relative;padding:0 1rem 0 4.5rem;white-space:pre-wrap;min-height:1.6em}
.source li::before{content:counter(line);position:absolute;left:0;width:3.5rem;text-align:right;color:var(--soft)}
.source li[class]{background:var(--tone-bg)}
.source a{font-family:system-ui,sans-serif;color:var(--tone)}
:target{background:var(--mark)!important}
footer{margin-top:4rem;border-top:1px solid var(--line)}
@media print,(max-width:75rem){
:is(.models,.providers) :is(tbody,tr,th,td){display:block;padding:.1rem 0;border:0}
:is(.models,.providers) thead{display:none}
:is(.models,.providers) tr{padding:.6rem 0;border-bottom:1px solid var(--line)}
:is(.models,.providers) th{font-weight:600}
:is(.models,.providers) td{padding-left:9rem!important;max-width:none}
:is(.models,.providers) td::before{float:left;width:9rem;margin-left:-9rem;color:var(--soft);font-size:.875rem}
:is(.models,.providers) td:empty{display:none}
:is(.models,.providers) small{display:inline-block;margin-left:.5rem}
${labels("models", MODEL_HEADINGS)}
${labels("providers", PROVIDER_HEADINGS)}
}
@media screen and (max-width:45rem){
table,tbody,tr,th,td{display:block;width:auto!important;border:0}
thead{display:none}
tr{padding:.6rem 0;border-bottom:1px solid var(--line)}
td,th{padding:.1rem 0}
.files td:first-child,.files th,.files th code{display:inline;margin-right:.5rem}
.source li{padding-left:3.25rem}
.source li::before{width:2.5rem}
}
@media print{html{font-size:10pt}body{max-width:none;padding:0}nav,.filters{display:none}summary{list-style:none}.long :is(.part,.source){content-visibility:visible}.source{background:none}details::details-content{content-visibility:visible;block-size:auto}tr,li{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit;text-decoration:none}}
`;
