import type { ReactNode } from "react";

/** By what somebody shows that it is them. */
export type Proof = { password: string } | { code: string };

/** Asks for that; who shows it is put in by the app. */
export type RenderProof = (props: {
  faults: { password?: string | undefined; code?: string | undefined };
  onChange: (proof: Proof) => void;
}) => ReactNode;
