import { limits } from "@deskhand/contract/limits";
import { useEffect, useState } from "react";
import { announce } from "../../../ui/announcer.tsx";

/** A sentence that says that something worked, and goes after three seconds (docs/product.md#words-and-figures). */
export function usePassing(): [sentence: string | null, show: (sentence: string | null) => void] {
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    if (sentence === null) return;
    announce(sentence);
    const timer = setTimeout(() => setSentence(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return [sentence, setSentence];
}
