import type { Rule } from "@deskhand/contract/admin/rules";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { RuleSentence } from "./rule-sentence.tsx";

interface RuleConflictProps {
  /** The rule as it is now; undefined until it was read again. */
  current: Rule | undefined;
  onTakeTheirs: (current: Rule) => void;
  onSaveMine: (current: Rule) => void;
}

/** Shows what somebody else made of a rule meanwhile, to read before deciding. */
export function RuleConflict({ current, onTakeTheirs, onSaveMine }: RuleConflictProps) {
  return (
    <Banner
      kind="warning"
      title="This rule was changed meanwhile"
      action={
        current !== undefined && (
          <span className="flex flex-wrap gap-2">
            <BannerButton onClick={() => onTakeTheirs(current)}>Take theirs</BannerButton>
            <BannerButton onClick={() => onSaveMine(current)}>Save mine anyway</BannerButton>
          </span>
        )
      }
    >
      {current === undefined ? (
        <p>Reading what it is now...</p>
      ) : (
        <>
          <p>
            By <bdi>{current.changedBy ?? "somebody who left"}</bdi>. What you wrote is still here. It is now:
          </p>
          <p className="font-semibold break-anywhere">
            <bdi>{current.name}</bdi>
          </p>
          <RuleSentence rule={current} />
        </>
      )}
    </Banner>
  );
}
