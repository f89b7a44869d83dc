import type { WaitingClaim } from "./asks.queries.ts";

const mostInMail = 5;

/** What becomes of the sign-ups that wait for one mail. */
export type ChosenClaims = {
  /** Those whose links it carries, the newest first. */
  mailed: WaitingClaim[];
  /** Those that a newer one of the same network in this mail stands for. */
  dropped: WaitingClaim[];
  /** Those of networks that found no room: they wait for the next mail. */
  left: WaitingClaim[];
};

/**
 * Chooses five of the sign-ups that wait, given newest first: of each network the newest before any second one, so that nobody
 * crowds out somebody elsewhere.
 */
export function chooseClaims(waiting: readonly WaitingClaim[]): ChosenClaims {
  const ofNetwork = new Map<string, number>();
  const ranked = waiting.map((claim) => {
    const rank = ofNetwork.get(claim.network) ?? 0;
    ofNetwork.set(claim.network, rank + 1);
    return { claim, rank };
  });
  // Sorting keeps the order of equals.
  const chosen = new Set(
    ranked
      .sort((a, b) => a.rank - b.rank)
      .slice(0, mostInMail)
      .map(({ claim }) => claim),
  );
  const networks = new Set([...chosen].map(({ network }) => network));
  const others = waiting.filter((claim) => !chosen.has(claim));
  return {
    mailed: waiting.filter((claim) => chosen.has(claim)),
    dropped: others.filter(({ network }) => networks.has(network)),
    left: others.filter(({ network }) => !networks.has(network)),
  };
}
