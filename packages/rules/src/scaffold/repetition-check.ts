import type { ToolUse } from "@agent-loop/analysis";
import type { Gate, Turned } from "./gate.js";
import { GUARD } from "./guard-budget.js";
import { namedFigure, type Site } from "./site.js";
import { isLoopStatement } from "./step-ceiling.js";

const MAX_REPEATS = 3;

/** A use whose action can be told from others. */
interface KnownUse extends ToolUse {
  readonly action: string;
}

/** Ends a loop in which the model asks for the same action again and again. */
export function repetitionCheck(site: Site): Gate | undefined {
  // What a recursion has seen would have to be carried along.
  const uses = isLoopStatement(site) ? knownUses(site) : [];
  if (uses.length === 0) return undefined;
  if (site.settings.scaffold === "guard") return monitored(site, uses);
  const limit = namedFigure(site, ["MAX_REPEATS", "REPEAT_LIMIT"], String(MAX_REPEATS));
  const seen = site.localName("seen", "actionsSeen");
  const readsText = uses.some((use) => use.actionIsText);
  const known = knownFingerprint(site, readsText);
  const fingerprint = known ?? site.freeName("fingerprint", "fingerprintOf");
  const action = site.localName("action", "actionPrint");
  const repeats = site.localName("repeats", "timesSeen");
  return {
    title: `Stop when an action comes more than ${MAX_REPEATS} times`,
    figures: [limit.declaration],
    before: [`const ${seen} = new Map${site.style.typed ? "<string, number>" : ""}();`],
    around: uses.map((use): Turned => ({
      use,
      before: [
        `const ${action} = ${fingerprint}(${use.action});`,
        `const ${repeats} = (${seen}.get(${action}) ?? 0) + 1;`,
        `${seen}.set(${action}, ${repeats});`,
        `if (${repeats} > ${limit.name}) throw new Error(\`Stopped: the same action came \${${repeats}} times: \${${action}}\`);`,
      ],
    })),
    functions: known === undefined ? fingerprintFunctions(site, fingerprint, readsText) : [],
  };
}

/** The function that an earlier check has brought along. */
function knownFingerprint({ text }: Site, readsText: boolean): string | undefined {
  const [, comment = "", name] = /\/\*\* (One text for equal actions[^*]*) \*\/\r?\nfunction (\w+)\(/.exec(text) ?? [];
  return readsText && !comment.includes("JSON text") ? undefined : name;
}

function knownUses({ loop }: Site): KnownUse[] {
  const { body } = loop.shape;
  return loop.tools
    .map(({ use }) => use)
    .filter((use) => use !== undefined)
    .filter(
      (use): use is KnownUse =>
        use.action !== undefined && use.statement.start >= body.start && use.statement.end <= body.end,
    );
}

/** The same with the monitor of the guard library, which also sees short cycles. */
function monitored(site: Site, uses: readonly KnownUse[]): Gate {
  const progress = site.localName("progress", "progressMonitor");
  const stuck = site.localName("stuck", "standstill");
  return {
    title: "Stop when actions repeat",
    imports: [{ module: GUARD, name: "createProgressMonitor" }],
    before: [`const ${progress} = createProgressMonitor();`],
    around: uses.map((use): Turned => ({
      use,
      before: [
        `${progress}.record(${use.action});`,
        `const ${stuck} = ${progress}.stuck();`,
        `if (${stuck}) throw new Error(\`Stopped: \${${stuck}.detail}.\`);`,
      ],
    })),
  };
}

function fingerprintFunctions(site: Site, name: string, readsText: boolean): (readonly string[])[] {
  const { typed } = site.style;
  const of = (type: string): string => (typed ? `: ${type}` : "");
  const sorted = (part: string, indent: string): string[] => [
    `${indent}${part} !== null && typeof ${part} === "object" && !Array.isArray(${part})`,
    `${indent}\t? Object.fromEntries(Object.entries(${part}).sort(([a], [b]) => (a < b ? -1 : 1)))`,
  ];
  if (!readsText) {
    return [
      [
        "/** One text for equal actions, in whatever order their keys are. */",
        `function ${name}(action${of("unknown")})${of("string")} {`,
        `\treturn JSON.stringify(action, (_key, value${of("unknown")}) =>`,
        ...sorted("value", "\t\t"),
        "\t\t\t: value,",
        "\t);",
        "}",
      ],
    ];
  }
  const parsed = site.freeName("parsed", "parsedText");
  return [
    [
      "/** One text for equal actions, in whatever order their keys are, also in arguments that are JSON text. */",
      `function ${name}(action${of("unknown")})${of("string")} {`,
      `\treturn JSON.stringify(action, (_key, value${of("unknown")}) => {`,
      `\t\tconst part = typeof value === "string" ? ${parsed}(value) : value;`,
      ...sorted("part", "\t\t").map((line, index) => (index === 0 ? line.replace("part", "return part") : line)),
      "\t\t\t: part;",
      "\t});",
      "}",
    ],
    [
      `function ${parsed}(text${of("string")})${of("unknown")} {`,
      "\ttry {",
      "\t\treturn JSON.parse(text);",
      "\t} catch {",
      "\t\treturn text;",
      "\t}",
      "}",
    ],
  ];
}
