import { limits } from "@deskhand/contract/limits";
import { useEffect, useState } from "react";

/** What happened with the store's connection: good news goes by itself, a failure stays until it is dismissed. */
export interface StoreMessage {
  kind: "success" | "warning" | "error";
  text: string;
}

/** The latest message about the connection, and what sets another; null takes it away. */
export function useStoreMessage(): [StoreMessage | null, (message: StoreMessage | null) => void] {
  const [message, setMessage] = useState<StoreMessage | null>(null);
  useEffect(() => {
    if (message?.kind !== "success") return;
    const timer = setTimeout(() => setMessage(null), limits.storeMessageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}
