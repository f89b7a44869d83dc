import { phrases, type StatusPhrases } from "./phrases.ts";

const have =
  "(has|have|had|'s|'ve|was|were|been|being|got|(is|are) (now|already|just|finally|all|both|also|safely|officially))";
const we = "(we|i|we've|i've|we have|i have|i've just|team|colleague|warehouse|@'s)";
const thing = "(order|parcel|package|shipment|box|delivery|it|they|everything|both|items?)";

export const english: StatusPhrases = {
  refunded: phrases(
    "(we|i|we've|i've|we have|i have) _ (sent|put|paid|transferred|moved|gave|given|passed) * (back|to your (card|account|bank|paypal|visa|mastercard))",
    "(is|are|'s) back (in|on|with) (your|you)",
    "(has|have|'s) (landed|arrived|gone) back (in|on|into|to) your",
    "(it|that|they)'s (been )?(refunded|credited|paid back)",
    "(i|we)(('|)ve| have| just)? (gone ahead and )?(refunded|credited|reimbursed)",
    `${have} _ (refunded|reimbursed|repaid|credited back|paid back|money back)`,
    `${we} _ (refunded|reimbursed|repaid)`,
    `(refund|reimbursement|money|payment|cash) * ${have} _ (issued|processed|completed|sent|made|paid|returned|put back|sent back|paid out|credited|done|initiated|released|approved and sent|gone back|gone through|come through|cleared|transferred)`,
    `${we} _ (issued|processed|completed|sent|made|put through|pushed through|released|actioned) _ (refund|money back)`,
    "(refund|money|payment|refund of * ) (is|are|'s) _ (on its way back|on its way to your (account|card|bank)|heading back|back (on|in) your|back with you|complete|done|all done|through|sorted)",
    "(refund|money) (went|came) (back|through)",
    "(got|received|had) _ (your money|the money|your refund) back",
    "(returned|sent|put|transferred|credited|paid) (the|your) (money|payment|funds|full amount|amount) (back|to your)",
  ),
  shipped: phrases(
    "(was|were|got|been) _ (scanned in|picked up|collected|taken|despatched|released|booked out|signed out|loaded)",
    "(it|they|that one) (is|are|'s|'re) (already |now |long |just )?(gone(?! (wrong|missing|astray))|with (fedex|ups|usps|dhl|dpd|evri|royal mail|hermes|an post))",
    "(put|popped|dropped|got) (it|them|your @|the @) _ (in the (post|mail)|to the post office|with the courier|onto the van)",
    `${have} _ (shipped|dispatched|despatched|posted|mailed|mailed out|handed over|handed to|sent|sent out|sent off|couriered|on its way|gone out|gone off|gone|left our|left the warehouse|left us|left here|picked up by|collected by|put in the post|popped in the post|loaded|out the door)`,
    `${we} _ (shipped|dispatched|despatched|posted|mailed|couriered|handed over|sent out|sent off|packed and sent|got * out the door)`,
    `${we} (sent|handed|gave|dropped|popped) (it|them|your (order|parcel|package)|the (parcel|package|box)) _ (out|off|to|in the post|today|yesterday|on)`,
    `${thing} (_ )?(shipped|left) (our|the|us|here|yesterday|today|this|last|on|with|from|via|monday|tuesday|wednesday|thursday|friday|saturday|sunday)`,
    "went (out|off)",
    "(left|leaves) (us|here|our (warehouse|depot|shop|store|studio|workshop))",
    "(is|are|'s|'re) _ (on (its|the|their) way|in transit|out for delivery|en route|with the (courier|carrier|driver)|travell?ing|moving|out with)(?! back| to us)",
    "(out the door|in the post|in the mail) (since|already|today|yesterday)",
    `(has|have|'s|'ve) already (gone|left|shipped)`,
  ),
  delivered: phrases(
    "(was|were|been|got) _ (popped|tucked|pushed|posted|slipped|placed|put|dropped) (through|in|into|behind|over|under|with|at|by) (your|the|a|his|her)",
    "(fedex|ups|usps|dhl|dpd|evri|royal mail|hermes|an post|courier|driver|they) (brought|took|got) (it|them|your|the) _ (to you|round|over|to your)",
    "(fedex|ups|usps|dhl|dpd|evri|royal mail|hermes|driver|courier|they) (dropped|left|delivered|handed|put) _ (off|at|with|by|in|on|over)",
    "(with you|in your hands|at your (door|address)) (since|as of|already)",
    "you (already )?(got|received) (it|them|the @) (on|last|yesterday)",
    `${have} _ (delivered|dropped off|dropped at|signed for|handed to you|left (with|by|outside|at|in|on)|put through your|placed (in|at|on|by) (your|the|a)|set down)`,
    `(has|have|'s|'ve) _ (arrived|reached you|landed|turned up|come|got to you|made it|shown up)(?! back)`,
    `${thing} (_ )?(arrived|reached you|landed|turned up|got to you|made it|came (today|yesterday|this|on|to you))(?! (back|to us))`,
    "made it to (you|your)",
    "(driver|courier|carrier|postman|postie|fedex|ups|usps|dhl|dpd|evri|royal mail|hermes|they) _ (left|dropped|put|placed|delivered|set|handed) (it|them|your|the|off) _ (at|with|by|in|on|off|to|outside|through|down|this|today|yesterday)",
    "(shows?|showing|marked|recorded|listed|scanned|confirms?|confirmed|logged|down|says?)( it| them| it's| it was| it is| as being)? (as )?delivered",
    "delivery (was|has been|is) (completed|complete|made|confirmed)",
    "(sitting|waiting|there) (on|at|by|in) your (porch|doorstep|door|mailbox|letterbox|front door)",
    "was delivered",
  ),
  cancelled: phrases(
    `${have} _ (cancelled|canceled|voided|called off|stopped before|withdrawn|annulled)`,
    `${we} _ (cancelled|canceled|voided|called off)`,
    `cancellation (has|was|is|went) _ (completed|complete|confirmed|processed|through|done)`,
    "gone ahead and (cancelled|canceled)",
    `${we} _ (processed|completed|confirmed|done|actioned|put through) _ cancellation`,
  ),
  underway: phrases(
    "(is|are|'s|'re|remains?) _ (on (its|the|their) way|in transit|out for delivery|en route|out with the (courier|driver)|travell?ing|making (its|their) way)(?! back| to us)",
    "(hasn't|haven't|has not|have not) (been delivered|arrived|reached you) yet",
  ),
  paid: phrases(
    "(landed|arrived|shown up|come|hit|cleared|went) (in|into|on) our (account|bank)",
    "(payment|bank transfer|transfer|wire|deposit|money|funds) * (has|have|'s|was|were|is|are) _ (received|arrived|come in|come through|cleared|gone through|landed|confirmed|in|booked|accepted|settled)",
    "(we've|we have|i've|i have|we|i) _ (received|got|booked) (your|the) (payment|transfer|bank transfer|money|deposit)",
    "(payment|transfer|money) (came|went) (in|through)",
    "order (is|has been) (fully )?paid( for)?",
  ),
  returned: phrases(
    `(order|parcel|package|shipment|box) (has|was|is|came|got) _ (returned to (us|sender|our)|sent back to (us|our)|back (with|at|in) (us|our)|back to (us|our)|come back( to us)?|on its way back)`,
    "came back to (us|our)",
  ),
  pickup: phrases(
    "(is|are|'s|'re) _ (ready for (collection|pick-?up)|ready to be (collected|picked up)|waiting (for you )?(at|in) (the|your))",
    "(waiting|held|available) _ (for (collection|pick-?up)|at the (post office|depot|pick-?up point|parcel shop|locker))",
  ),
  owed: phrases(
    "(refund|money|credit|reimbursement) * (is|are|'s) _ (still )?(pending|outstanding|to come|to be (made|issued|processed)|owed|on my list|in the queue|waiting to be)",
    "no (refund|money) (has|was|'s) _ (gone out|been (made|issued|sent|processed|given)|made|issued)",
    "(still|yet) (need|have) to (refund|credit|reimburse|pay (you )?back|issue|process) (the |your |you )?(refund|money|for|\\d)?",
    "(haven't|hasn't|have not|has not|not) _ (refunded|credited|reimbursed|issued _ refund|processed _ refund|paid back)",
  ),
};
