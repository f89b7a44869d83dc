import type { EffectState } from "@deskhand/contract/admin/effects";
import type { Tone } from "../../ui/tone.ts";

/** The states of a delivery on the screen. */
export const deliveryStates: Record<EffectState, { label: string; tone: Tone }> = {
  planned: { label: "Waiting", tone: "amber" },
  sent: { label: "On its way", tone: "blue" },
  done: { label: "Delivered", tone: "green" },
  refused: { label: "Not delivered", tone: "red" },
  unknown: { label: "Perhaps delivered", tone: "amber" },
};
