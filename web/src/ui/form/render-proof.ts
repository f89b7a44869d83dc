import type { ReactNode } from "react";

/** A person proves who they are with one of these. */
export type Proof = { password: string } | { code: string };

/** Renders the fields for that proof; the app provides the component. */
export type RenderProof = (props: {
  faults: { password?: string | undefined; code?: string | undefined };
  onChange: (proof: Proof) => void;
}) => ReactNode;
