import type { RemoteShape } from "../project/module-summary.js";
import { OWN_FILE, UNKNOWN_SHAPE } from "../project/module-summary.js";
import type { Project } from "../project/project.js";
import type { BindingsOutside } from "./bindings.js";

/** How the bindings of a file see what lies behind its imports. */
export type ImportedShapes = Pick<
  BindingsOutside,
  "exportOf" | "memberOf" | "resultOf" | "instanceOf" | "takenBy" | "heirMember"
>;

/** A file on its own: what lies behind its imports stays a reference. */
export function openReferences(path: string): ImportedShapes {
  const step = (shape: RemoteShape, next: string): RemoteShape =>
    shape.kind === "reference" ? { ...shape, steps: [...shape.steps, next] } : UNKNOWN_SHAPE;
  return {
    exportOf: (specifier, name) => importReference(path, specifier, name),
    memberOf: (shape, name) => step(shape, `.${name}`),
    resultOf: (shape) => step(shape, "()"),
    instanceOf: (shape) => step(shape, "#"),
    takenBy: (shape, index) => step(shape, `<${index}`),
    heirMember: (type, name) => heirReference(path, type, name),
  };
}

/** A file in its project: references are followed. */
export function linkedReferences(path: string, project: Project): ImportedShapes {
  return {
    exportOf: (specifier, name) => project.link(importReference(path, specifier, name)),
    memberOf: (shape, name) => project.link(project.memberOf(shape, name)),
    resultOf: (shape) => project.link(project.resultOf(shape)),
    instanceOf: (shape) => project.link(project.instanceOf(shape)),
    takenBy: (shape, index) => project.link(project.takenBy(shape, index)),
    heirMember: (type, name) => project.link(heirReference(path, type, name)),
  };
}

/** A file of which nothing else may be read. */
export const NO_REFERENCES: ImportedShapes = {
  exportOf: () => UNKNOWN_SHAPE,
  memberOf: () => UNKNOWN_SHAPE,
  resultOf: () => UNKNOWN_SHAPE,
  instanceOf: () => UNKNOWN_SHAPE,
  takenBy: () => UNKNOWN_SHAPE,
  heirMember: () => UNKNOWN_SHAPE,
};

function heirReference(path: string, type: string, name: string): RemoteShape {
  return { kind: "reference", from: path, specifier: OWN_FILE, name: type, steps: ["#", `.${name}`] };
}

function importReference(from: string, specifier: string, name: string): RemoteShape {
  // A builtin is never a file of the project.
  return specifier.startsWith("node:") ? UNKNOWN_SHAPE : { kind: "reference", from, specifier, name, steps: [] };
}
