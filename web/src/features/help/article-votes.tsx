import type { HelpArticle } from "@deskhand/contract/help/help";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { StarRating } from "./star-rating.tsx";
import { useVote, type Vote } from "./use-article.ts";

/** Whether an article was of help, and its stars: once for each reader, who may change their mind. */
export function ArticleVotes({ article: { id, own } }: { article: HelpArticle }) {
  const vote = useVote(id);
  const give = (given: Vote) => vote.mutate({ article: id, ...given });
  return (
    <section
      aria-labelledby="article-votes"
      className="mt-6 flex flex-col gap-3 rounded-panel border border-line bg-panel px-4 py-4"
    >
      <h2 id="article-votes" className="font-semibold">
        Was this article helpful?
      </h2>
      <div className="flex flex-wrap gap-2">
        <ChoiceButton
          isChosen={own.isHelpful === true}
          icon={<ThumbsUp size={15} aria-hidden />}
          onChoose={() => give({ isHelpful: true })}
        >
          Yes, helpful
        </ChoiceButton>
        <ChoiceButton
          isChosen={own.isHelpful === false}
          icon={<ThumbsDown size={15} aria-hidden />}
          onChoose={() => give({ isHelpful: false })}
        >
          No, not helpful
        </ChoiceButton>
      </div>
      <StarRating label="Rate this article:" value={own.rating} onChange={(rating) => give({ rating })} />
      <p role="status" className="text-green text-sm empty:hidden">
        {/* Whoever is thanked may go: it is kept. */}
        {own.isHelpful !== null &&
          !vote.isPending &&
          "Thank you for your feedback! This helps us improve our documentation."}
      </p>
      <FailureLine error={vote.error} onRetry={() => vote.variables && vote.mutate(vote.variables)} />
    </section>
  );
}

interface ChoiceButtonProps {
  isChosen: boolean;
  icon: React.ReactNode;
  onChoose: () => void;
  children: string;
}

function ChoiceButton({ isChosen, icon, onChoose, children }: ChoiceButtonProps) {
  return (
    <Button
      aria-pressed={isChosen}
      icon={icon}
      onClick={onChoose}
      className={cx(isChosen && "border-accent/60 bg-accent/16 text-accent")}
    >
      {children}
    </Button>
  );
}
