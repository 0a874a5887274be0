import type { Evidence, SourcePort } from "@agent-loop/analysis";
import { locateSymbol } from "./locate-symbol.js";
import { Positions, type Position } from "./positions.js";

/** A place that shows why a finding is believed. */
export interface RelatedPlace {
  readonly what: string;
  readonly path: string;
  readonly from: Position;
  readonly to: Position;
}

/** The places of a finding's evidence, in this file and in others; evidence without a place is left out. */
export function relatedPlaces(
  evidence: readonly Evidence[],
  path: string,
  positions: Positions,
  port: SourcePort | undefined,
): RelatedPlace[] {
  return evidence.flatMap(({ what, at, elsewhere }) => {
    if (at !== undefined) return [{ what, path, from: positions.at(at.start), to: positions.at(at.end) }];
    if (elsewhere === undefined || port === undefined) return [];
    const found = locateSymbol(elsewhere, port);
    if (found === undefined) return [];
    const there = new Positions(found.text);
    return [{ what, path: elsewhere.file, from: there.at(found.span.start), to: there.at(found.span.end) }];
  });
}
