import type { Resource } from "@deskhand/contract/knowledge";
import { Globe, Lock } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { typeLooks } from "./resource-icon.tsx";
import { accessWords } from "./resource-words.ts";

/** Whom a resource is open to: everybody, the team, or only some of it. */
export function OpennessBadges({ resource: { isPublic, accessLevel } }: { resource: Openness }) {
  return (
    <>
      {isPublic ? (
        <Badge tone="green" icon={<Globe size={11} aria-hidden />}>
          Public
        </Badge>
      ) : (
        <Badge tone="grey" icon={<Lock size={11} aria-hidden />}>
          Private
        </Badge>
      )}
      {accessLevel !== "all-agents" && <Badge tone="amber">{accessWords[accessLevel]}</Badge>}
    </>
  );
}

type Openness = Pick<Resource, "isPublic" | "accessLevel">;

/** What kind of thing a resource is: a manual, a policy, or else a file where one is attached. */
export function KindBadge({ resource: { fileType, fileUrl } }: { resource: Pick<Resource, "fileType" | "fileUrl"> }) {
  const isNamed = fileType === "manual" || fileType === "policy";
  if (!isNamed && fileUrl === null) return null;
  return <Badge>{isNamed ? typeLooks[fileType].short : "File"}</Badge>;
}
