import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { KindLimit, OrderLimits } from "@deskhand/contract/actions/allowed-actions";
import type { Role } from "@deskhand/contract/permissions";

/** One limit as it is typed; "" for none. */
export interface LimitDraft {
  kind: OrderActionKind;
  mode: KindLimit["mode"];
  times: string;
  each: string;
  day: string;
}

export interface RoleDraft {
  role: Role;
  kinds: readonly LimitDraft[];
}

/** The limits as their form has them. */
export function draftOf({ roles }: OrderLimits): RoleDraft[] {
  return roles.map(({ role, kinds }) => ({
    role,
    kinds: kinds.map(({ kind, mode, times, each, day }) => ({
      kind,
      mode,
      times: times === null ? "" : String(times),
      each: each ?? "",
      day: day ?? "",
    })),
  }));
}

/** What the form says, as the server takes it; what cannot be read is the server's to say. */
export function limitsOf(draft: readonly RoleDraft[]) {
  return draft.map(({ role, kinds }) => ({
    role,
    kinds: kinds.map(({ kind, mode, times, each, day }) => ({
      kind,
      mode,
      times: times.trim() === "" ? null : Number(times),
      each: amountOf(each),
      day: amountOf(day),
    })),
  }));
}

function amountOf(text: string): string | null {
  const typed = text.trim().replace(",", ".");
  return typed === "" ? null : typed;
}
