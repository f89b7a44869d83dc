import { linesOf } from "./lines-of.ts";

/** The half of the correct English not used to make rules: its result is how many false alarms to expect on unseen text. */
export const soundHeldOut = linesOf(`
Thanks for getting back to us so quickly.
We have forwarded your question to our workshop.
The grey throw is a best-seller this winter.
Our neighbours kindly took the parcel in.
We honour the guarantee for two years.
I realise that this isn't what you hoped for.
We recognise the problem and are analysing it.
The theatre lamp has a brass finish.
The pyjamas are made from organic cotton.
The cosy blanket comes in mould-resistant packaging.
Dear Ms. Wich,¶¶Your parcel is on its way.
Dear Mr. Adn,¶¶Thank you for your patience.
Good morning Prof. Taht,¶¶The lamp is here.
Hi Xiaoming,¶¶The size you want is in stock.
Hello Mr. and Mrs. Szczepanski,¶¶We found your parcel.
I spoke to Ioana and Thijs about it.
Our colleague Mette Sorensen will call you.
Please ask Oluwaseun at our Camden store.
The parcel is at Wrocklage Strasse, next to Penny.
It was delivered to Calle Mayor by Correos.
You can reach us on WhatsApp or Signal.
We sell Hay, Muuto and Ferm Living.
The Billy and the Poang do not match.
We use Shopify, Zendesk and Klaviyo.
The DPD driver left it with your neighbor.
The GLS depot opens at 7:30.
Order LL-20931 has been refunded.
The rug is 2 m by 3 m and 9 mm thick.
Use 15 g of coffee per 250 ml.
The motor draws 12 W at 230 V.
Bake it at 180 °C for 20 min.
It holds up to 35 lb or 16 kg.
Opening hours: Mon-Sat, 9 am to 6 pm.
* linen¶* cotton¶* wool
Care instructions¶¶Wash at 30 degrees.
Shipping to the EU¶¶It takes five days.
All good on our side.
Oops, my bad!
Will do, thanks for the heads-up.
Phew, that was close.
Hmm, that's odd. Let me check.
Nope, not yet.
That's the thing that that page explains.
She had had it repaired before she wrote.
All the parcels that are here are yours.
We're looking forward to seeing you.
I'm used to working with fragile goods.
Either size fits.
Half of the boxes were empty.
The majority of customers prefer oak.
A couple of days is enough.
The staff were very kind.
Our family has run the shop for years.
Every lamp and every shade has its label.
The dog wagged its tail; it's adorable.
Whose parcel is this, and who's going to take it?
There they are, right by their door.
Your order is ready, and you're good to go.
The lamp is too big to fit in there.
It's less than a day, then it ships.
No one except you can accept the parcel.
The effect was that it affected all orders.
A loose screw may make you lose the cover.
I wonder whether you would prefer a refund.
It has been sold out for months.
Ever since the move, we've been faster.
We haven't heard from them since.
A university student and an heir walked in.
An hour later, an MP and a European arrived.
It's a once-in-a-lifetime offer.
We sent an RMA form and a UPS label.
An 8-inch pan and a 10-inch pan are included.
They could have been sold by mistake.
It might help to restart it.
He can be reached by phone, and does help.
We recommend that it be returned.
May I ask who signed for it?
Were it broken, we would replace it.
What matters is that you get it.
Do let us know how it goes.
We let the glue dry overnight.
I heard the courier ring.
Help us improve: what went wrong?
Having checked it, I can confirm that it fits.
Sent from our warehouse on Monday, it should be with you soon.
There's been a delay at the border.
There were neither screws nor bolts.
Enclosed you will find a voucher.
Please see below.
See you soon!
Speak soon,¶Hana
Thanks in advance¶Leo
With best wishes from Ghent,¶Joost
Re: your return of May 3
Item one: lamp. Item two: bulb.
It's first come, first served.
We'll co-ordinate with the carrier.
It's a mid-century, hand-blown, one-off piece.
The ottoman matches the settee.
The carafe and the tumblers are hand-made.
Our crème brûlée torch is sold out.
The naïve pattern is by a Danish artist.
The ladies' size runs small.
James's order and the Joneses' order got swapped.
In the '80s it was cheaper.
About two thirds of them are left.
Two for the price of one, while stocks last.
Warm wishes
Ta,¶Ben
Regards¶Li Wei
Thank you so much!!
Perfect :)
On it.
Fair enough.
Fingers crossed!
Enjoy your evening.
Glad it worked out.
Appreciate your patience.
Makes sense.
Better late than never.
It was a long, long wait.
We really, really tried.
Knock knock, it's the courier.
Please check in in person.
Whatever it is, is it still under warranty?
Which one would you like, the oak or the walnut?
I reckon it'll turn up.
It's not in stock at present.
They got it wrong, and we put it right.
The cushion smelt of smoke and the cover was torn.
I dreamt of aluminium ladders.
The storey below ours sells moulded candles.
The centre of the plate is enamelled.
We've fulfilled your order and enrolled you in our club.
We're modelling new sizes and cancelling the old ones.
The plough-shaped hook is sceptical people's favourite.
Amongst the returns was your parcel.
He queued for ages at the post office.
Please ring us if it's faulty.
It's gone walkabout, I'm afraid.
I'll pop a new one in the post.
Any joy with the new cable?
Howdy, how's the lamp treating you?
Lemme check with the warehouse.
Wanna swap it for a bigger one?
TBH it's a known issue.
Our ETA is Thursday, EOD.
The CSV export and the API are down.
Update the firmware, then re-pair the remote.
Tap Menu, then Orders.
The login page times out.
Scan the barcode on the parcel.
The USB-C port charges the lamp.
Use an ad blocker? Please turn it off.
We carry sizes 36 to 42.
The EAN is under the barcode.
The IBAN belongs to our bank in Riga.
The refund takes three to five business days.
Normal wear and tear is not covered.
Wipe it with a damp cloth and let it air-dry.
Do not bleach. Cool iron only.
Spot clean the upholstery.
The wood is FSC-certified.
The wick should be trimmed before lighting.
The veneer may vary from piece to piece.
Ms. Sory asked whether we ship to Malta.
Please give the parcel to Mr. Untill or his wife.
Prof. Dr. Realy is one of our regulars.
Niamh wrote to us on Tuesday.
Bjarne packs, Tuva ships.
Gulsen from accounting has your invoice.
We stock Le Creuset, Smeg and Bialetti.
The Vitamix is heavier than the Ninja.
Evri lost it, so we claimed it from them.
b) a refund to your card
Step 2: press and hold the button for 5 s.
The jug holds 1.5 l, i.e. six cups.
The box is 30 cm wide, 20 cm deep and 12 cm high.
It's a two-tone, hand-dyed, pre-shrunk throw.
It's tax-free for customers outside the EU.
Its ten-year guarantee covers the frame.
It's because of the strike that it's late.
Who have you spoken to so far?
What do the labels say?
Does the lamp have a dimmer?
Should the parcel arrive damaged, refuse it.
We made sure that the boxes were sealed.
All it needs is a new bulb.
All the lamp needs is a new switch.
What our customers want is speed.
The price of the lamps is listed below.
One of our drivers has your parcel.
The lamps in the box are wrapped in paper.
The will was read aloud.
Our returns process is simple.
The sales team will call you back.
The returns label is in the box.
Customers who order before noon get it the next day.
He let the courier in and had the sofa carried up.
I'd have it repaired if I were you.
We have work to do, and we have stock to count.
We have order forms at the till.
You have return shipping for free.
They have help on the way.
It has set our hearts on fire.
The glass has cut her finger.
That return was ours.
Working from home, she answers at night.
Looking forward, we plan two more shops.
Before contacting us, check the guide.
It is due to changes in the law.
I'd like help with the assembly.
Your right hand holds the base.
It is your not-so-secret favourite.
The cat hurt its paw, and its owner wrote to us.
There, their parcel is behind the door.
Is there a driver at the door?
The house there is ours.
It went to two addresses.
They came to light a candle.
If the weather or the traffic is bad, it takes longer.
He can except himself from the list.
Loose the dogs of war, as they say.
They set the birds loose.
First, then second, then third.
It was better then, wasn't it?
More often than not, then, it is the cable.
Your order of two mugs and a bowl is packed.
Our team is looking into it and will get back to you shortly.
The tracking shows that the parcel has been handed over.
I've passed your feedback on to our designers.
You can drop it off at any parcel shop.
If it hasn't moved by Thursday, please write again.
We don't have it in blue, but there's a teal one.
A signature is required on delivery.
He signs for all parcels in our building.
As you paid by bank transfer, the refund takes longer.
The wax may sweat when it gets warm.
Either you or a neighbour has to be home.
Most of it is recycled; most of them are hand-made.
She has two left and will hold one for you.
It must be the fuse, as everything else works.
They must have mixed up the labels.
I might be wrong, but that looks like the old model.
What a lovely photo!
How long does it need to soak?
Which of these is yours?
Where can I find the manual?
Please don't cut the string yet.
Let us know which one suits you.
Let's see what the depot says.
It's all sorted now.
Not sure yet, sorry.
That's on us.
We'd love to see it in your home.
The glue needs to dry for a day.
It's meant to hang freely.
The two parts click together.
It has been a pleasure.
These are made to order.
Those were the last ones.
There used to be a third size.
You should be able to log in again.
Can you see it now?
We will have sent it by then.
The parcel that you sent has arrived.
We opened the box you returned and found only one mug.
Our plates are fired twice.
Nobody was hurt.
No news is good news.
Every little helps.
Many a customer asks that.
We're a team of five.
My colleagues and I packed it.
Your mum's parcel is here too.
The men's sizes start at S.
He's gone for lunch; he's back at two.
`);
