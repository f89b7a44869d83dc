/** Words of a help desk, for rules that need facts which no dictionary has: that a word is only a verb, or only a noun. */

/** Verbs that are never nouns, so that "has arrive" can only be a mistake. */
export const pureVerbs =
  alternatives(`accept add agree allow apologize apologise appear appreciate arrive ask assist assure attach
avoid become begin believe belong bring choose come confirm connect consider contain continue create decide deliver depend describe
determine disappear discover enjoy ensure exist expect explain expire find follow forget get give go guess happen hear hope ignore
improve include inform inspect install intend invite keep know leave learn let lose maintain mean notice notify obtain occur
prefer prepare prevent prove provide publish realize realise receive recommend reduce refuse remain remember remove replace require
resend resolve sell send solve speak suggest take tell think throw understand verify wait want write`);

/** Verbs that are nouns too and take a parcel or an order as their object. */
export const handlingVerbs =
  alternatives(`book break cancel charge check close collect damage dispatch exchange label load lock order
pack pay pick print process reduce refund register release repair return scan ship stamp steal stock store test track transfer update
wrap`);

/** Things and people in a help desk's texts, in the singular. */
export const shopNouns =
  alternatives(`account address agent answer app artisan assistant bag base basket battery bill blanket bottle box
boss brand bulb button cable card carrier cart case chair charger checkout client code colleague collar collection color colour company courier cover
cup cushion customer designer date deal delay delivery depot description design detail device discount document door driver email e-mail fabric
factory file form frame gift glass guarantee handle inbox invoice issue item jacket key label lamp leg letter lid light link list location
machine mail maker manager manual manufacturer material message mirror mistake model mug name neighbor neighbour newsletter note
notification number offer office option order package page paint parcel part partner password payment person phone photo picture
pillow plan plate platform point policy pot price printer problem product program purchase question reason receipt refund rug
replacement reply request response return ring room rule screen screw seller service set shade sheet shelf shipment shirt shop site
size sofa software solution stand status store style subscription supplier support surface switch system table tag tax ticket tool towel
tracking van vase version video voucher wallet warehouse warranty website window workshop zip zipper`);

/** Things that belong to a customer: "you message" is "your message". */
export const customersThings =
  alternatives(`account address answer application basket bill box cart card comment complaint concern
confirmation consent contribution country courier credit customer data deposit delivery details discount download e-mail email feedback
file friend gift help home house inbox information initial inquiry interest invoice item items kind kindness label letter loyalty mail
message messages money name neighbor neighbour number opinion option order orders package parcel parcels password patience payment phone
photo photos picture pictures preference price problem product products purchase question questions quick receipt refund reply
request response return review room satisfaction shipment side size store subscription suggestion support team ticket time tracking
trust understanding update voucher website wish`);

/** Turns a list of words into the alternatives of a pattern. */
function alternatives(list: string): string {
  return list.split(/\s+/).join("|");
}
