import type { Profile } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { announce } from "../../../ui/announcer.tsx";

/** Shows one's own profile everywhere it stands once it was saved, with a sentence that says so and goes after three seconds. */
export function useSavedProfile() {
  const cache = useQueryClient();
  const queryKey = api.account.me.queryKey();
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    if (sentence === null) return;
    announce(sentence);
    const timer = setTimeout(() => setSentence(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [sentence]);

  return {
    sentence,
    clear: () => setSentence(null),
    async show(profile: Profile, sentence: string) {
      // An older response on its way would show the profile before.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (account) => account && { ...account, user: profile });
      setSentence(sentence);
    },
  };
}
