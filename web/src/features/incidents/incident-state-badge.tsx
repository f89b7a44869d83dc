import { type IncidentState, incidentStateLabels } from "@deskhand/contract/desk/incident-words";
import { Badge } from "../../ui/badge.tsx";
import type { Tone } from "../../ui/tone.ts";

const tones: Record<IncidentState, Tone> = { open: "red", watched: "amber", answered: "green", closed: "grey" };

/** How far people are with an incident. */
export function IncidentStateBadge({ state }: { state: IncidentState }) {
  return <Badge tone={tones[state]}>{incidentStateLabels[state]}</Badge>;
}
