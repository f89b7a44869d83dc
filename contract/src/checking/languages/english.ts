import { english as statuses } from "../statuses/english.ts";
import { type Words, words } from "./words.ts";

export const english: Words = {
  common: words(
    "just|it's|i've|we've|on|at|as|so|can|from|today|tracking|cheers|still|out|got|back|here|that|if|not|but|the|your|you|and|we|have|has|been|is|was|our|for|with|it|this|of|to|please|hi|dear|thanks|order|parcel|refund|refunded|invoice|package|delivery|attached|shipped",
  ),
  condition: words(
    "after (?:it|they|that|the \\p{L}+|you|we) (?:has|have|is|are)|letting us know|telling us|informing us|sorry to (?:hear|read|learn)|you (?:noticed|found)|you (?:wrote|write|said|say|mention|mentioned|told|describe|described|report|reported|claim|claimed|noted|quote|quoted)|(?:in|from) your (?:message|mail|e-?mail)|according to you|as you|if|once|unless|whether|in case|as soon as|when|whenever|until|should you|provided(?: that)?|as long as|i understand|we understand|told you|were told",
  ),
  hedge: words(
    "happy to|glad to|like to|able to|ready to|offer to|nothing|none|nobody|without|(?:i|we) (?:wrote|said|mentioned|stated|quoted)|by mistake|mistakenly|wrongly|sorry|half of|correction|will|would|won't|wouldn't|can|could|can't|cannot|couldn't|may|might|should|shouldn't|shall|must|not|no|never|neither|nor|\\p{L}+n't|\\p{L}+'ll|going to|about to|be able to|want to|plan to|try to|to be|yet|unfortunately no|you (?:wrote|write|said|say|mention|mentioned|asked|ask|told|describe|described|report|reported|saw|see|think|expected|claim)|your (?:message|claim|statement)|according to you|supposed to|would have|ideally|usually|normally|typically|generally|always|request(?:ed)? to|asked (?:for|to)|instead of|rather than|attempt(?:ed)? to|expect|before",
  ),
  hedgesBackwards: false,
  settled: words(
    "makes|adds up|comes|made|show|showed|was|were|is|are|has|have|had|been|'ve|'s|\\p{L}+'s|we've|i've|refunded|paid|charged|issued|processed|came to|comes to|amounts to|amounted to|totals|totalled|totaled|cost|costs|received|credited|includes|included|shows|sent|returned|reimbursed|transferred|placed|ordered|went|went out",
  ),
  amounts: {
    refund: words(
      "back(?! in stock| soon| on sale| then| when| orders?)|repaid|repay|reimburs\\p{L}*|(?:returned|sent|transferred|credited|paid)(?= (?:back )?to your)|refund|refunds|refunded|refunding|reimbursement|reimbursed|credited back|paid back|money back",
    ),
    total: words(
      "come to|comes? out at|works out at|amounts? to|came out at|sums? to|sets? you back|adds up|makes|in all|altogether|all in|set you back|remaining|remainder|balance|net|left to pay|leaves|spent|owed|owing|outstanding|total|totals|totalled|totaled|grand total|order value|invoice amount|charge|charged|paid|you pay|payment|came to|comes to|amount due|amount of your order|order amount|billed|debited|purchase",
    ),
    shipping: words(
      "freight|p&p|carriage|delivery (?:was|is|came)|(?:shipping|delivery) (?:costs?|fees?|charges?)|shipping|postage",
    ),
    tax: words("tax|taxes|vat|sales tax|gst"),
    discount: words("knocked off|taken off|took off|cheaper|less|discount|discounted|savings|saved|reduction|off"),
    line: words("price|priced|cost|costs|item|items|product|article|each"),
  },
  offer: words(
    "alternatives?|alternatively|express|listed|next-day|(?<!feel )free|website|web shop|our shop|list price|regular price|last week|half|voucher|vouchers|gift card|gift cards|store credit|credit note|goodwill|coupon|coupons|code|offer|offers|next (?:order|purchase)|future|compensation|compensate|free shipping|new price|special|sale|promotion|minimum|threshold|fee|fees|deposit|replacement|return label|customs|duties|duty|bank|difference|instead|extra|additional|upgrade|restocking|deduct|deducted|currently|available|gift",
  ),
  bound: words(
    "up to|over|above|under|below|from|at least|at most|about|around|approximately|approx|roughly|more than|less than|between|starting at|another|additional|extra|nearly|almost|exceeding",
  ),
  statuses,
  otherThing: words(
    "funds|cash|amount|orders|parcels|packages|sorting|sort facility|facility|hub|distribution|cent(?:er|re)|pick-?up point|(?:last|previous|earlier|first|next|future|older) (?:order|parcel|package)|e-?mails?|mail|message|confirmation|invoice|receipt|label|labels|returns?|returned|replacement|replacements|exchange|new (?:one|order|lamp|item|parcel|package)|subscription|appointment|booking|quote|document|documents|photo|photos|letter|request|voucher|code|link|colleague|supplier|manufacturer|customs|similar|other customers|orders are|another|second|duplicate|spare|missing|rest|remaining|other|still (?:in|at|with)|refunds?|money|credit|payment|depot|drivers? (?:tried|couldn't|could not|attempted|left (?:a|you a) (?:card|note|slip))|slip|missed-delivery|in stock|restock\\p{L}*|goods|stocktaking",
  ),
  days: {
    ordered: words(
      "order (?:dates|is dated|was dated|goes back|was made|was taken)(?: (?:from|to|on))?|your order (?:was|is) from|ordered|placed|order (?:from|of|dated)|purchased|bought|order came in|got your order|received your order",
    ),
    shipped: words(
      "(?:was|were|been|got) sent|set off|headed (?:out|off)|picked up|collected|mailed|despatched|handed to (?:the|dhl|ups|dpd|fedex|royal mail|evri|usps)|left (?:the|our) (?:shop|store|depot|studio|building)|gone out|out the door|shipping date|shipped|dispatched|posted|left (?:our|the) warehouse|handed over|sent out|order was sent|parcel was sent|left us|left our|went out|picked up by|collected by|(?:it|parcel|order|package)(?: was| has been) sent|in the post",
    ),
    delivered: words(
      "(?:dropped|handed) (?:\\p{L}+ ){1,4}(?:off|over)|dropped off|turned up|landed|got to you|showed up|brought|made it to you|delivery (?:was|date was)|delivered|arrived|delivery took place|signed for|reached you|handed to you|(?:left|dropped) (?:with|in|at|off)",
    ),
    refunded: words(
      "repaid|reversed|returned to your|money (?:was|is) back|refunded|reimbursed|refund (?:was|has been|of)|issued|refund|sent (?:\\p{L}+ )?back|credited|went back|gone back|paid back|money back",
    ),
    cancelled: words("cancelled|canceled"),
    expected: words(
      "expects? to deliver|expects? delivery|expects? it|expects? the (?:parcel|package|delivery)|expected|estimated|scheduled for delivery|due (?:on|to arrive)|delivery date|should arrive|will arrive|arriving",
    ),
  },
  attached: words(
    "(?:i'm|we're|i am|we are) (?:also )?(?:sending|including|adding) (?:\\p{L}+ ){1,5}(?:with|in|to) this (?:e-?mail|message|mail)|(?:i|we)(?:'ve| have)? (?:also )?attach(?:ed)?|(?:i'm|we're|i am|we are) attaching|attached(?: you)? (?:is|are|you|please)|please find (?:\\p{L}+ ){0,4}attached|(?:is|are) attached(?! to)|see (?:the )?attach(?:ed|ment|ments)|in (?:the )?attach(?:ment|ments)|find attached|the attached|as an? (?:\\p{L}+ )?attachment|(?:i|we)(?:'ve| have)? enclosed|enclosed (?:is|are|you|please)|attached to this (?:e-?mail|message)",
  ),
  attachedElsewhere: words(
    "thanks for|thank you for|thank you so much for|many thanks for|you (?:have )?attach(?:ed)?|your attach(?:ment|ments|ed)|could you|can you|please attach|please send|would you|attach (?:a|the|your|some)|(?:previous|last|earlier|original|first) (?:e-?mail|message)|attached to (?:the|your) (?:parcel|package|box|item|lamp|product|order|previous)|you sent|resend",
  ),
  greeting:
    /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|hiya|howdy|yo|g'day|morning|afternoon|evening|hi again|hello again|dearest|welcome)[ ,]+(?=\p{Lu})/iu,
  noName:
    /^(?:there|all|everyone|everybody|team|again|sir|madam|customer|valued|friend|folks|both|and|thank|thanks|we|i|you|your|it|this|the|a|an|to|in|on|at|good|guys|support|my)$/i,
  closing:
    /^(?:(?:with |many |our )?(?:(?:best|kind|warm|kindest|warmest|many) )?(?:regards|wishes|thanks)|best|sincerely|yours(?: \w+)?|cheers|thank you|thanks again|greetings|all the best|take care|have a (?:great|nice|lovely|good) (?:day|weekend|week|evening))[,.! ]*$/i,
};
