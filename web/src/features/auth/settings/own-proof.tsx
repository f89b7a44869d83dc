import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { ProofField, proofOf } from "./proof-field.tsx";

interface OwnProofProps {
  faults: { password?: string | undefined; code?: string | undefined };
  onChange: (proof: { password: string } | { code: string }) => void;
}

/** Asks who it is before something is done to somebody else: by one's password; of who has none, by a code of one's own second factor. */
export function OwnProof({ faults, onChange }: OwnProofProps) {
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  const [value, setValue] = useState("");
  const asks = data === undefined ? null : proofOf(data);
  return (
    <ProofField
      autoFocus
      asks={asks}
      value={value}
      error={faults[asks ?? "password"]}
      onChange={(typed) => {
        setValue(typed);
        onChange(asks === "code" ? { code: typed } : { password: typed });
      }}
    />
  );
}
