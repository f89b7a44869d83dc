import { linesOf } from "./lines-of.ts";

/** Sound English as a help desk writes it: the half that the rules may be measured by while they are made. */
export const soundTuned = linesOf(`
Thank you for your message.
Your parcel left our warehouse this morning.
The colour of the fabric differs slightly from the picture.
We apologise for the inconvenience this has caused.
Could you please send us a photo of the damage?
I've just checked your order, and it's on its way.
The favourite of our customers is the grey one.
We'd be happy to organise a collection from your home.
Our catalogue will be published in autumn.
The cheque was cancelled at your request.
Dear Ms. Teh,¶¶Thank you for your order.
Dear Mr. Hte,¶¶We have received your return.
Dear Dr. Recieve,¶¶Your lamp is ready.
Hello Anja, the parcel should reach you by Friday.
Hi Siobhan,¶¶Good news: it's back in stock!
Mrs Nguyen asked for a refund last week.
Please ask for Mr. Thier at the counter.
Kind regards,¶Aoife from Lumen & Loom
Ikea and Muji have similar shelves.
It was shipped with Hermes and then handed to Royal Mail.
You can pay with Klarna, iDEAL or Bancontact.
The Kallax shelf is 77 cm wide.
It measures 40 x 60 cm and weighs 2.5 kg.
The bulb has an E27 socket and 806 lm.
Pour 250 ml of water, then wait 10 min.
Add 1 tsp of soda per litre.
The cable is 1.8 m long, the cord 6 ft.
It needs a 5 V adapter and draws 0.5 A.
We're closed Mon-Fri from 1 to 2 p.m.
- a lamp¶- two bulbs¶- the manual
1. Open the box.¶2. Take out the lamp.¶3. Screw in the bulb.
What to do next¶¶Send it back within 30 days.
Returns and refunds¶¶You have 30 days.
No worries at all!
Ah, got it. Let me have a look.
Yep, that's the one.
Gotcha, thanks for letting me know!
Sorry for the wait, it's been a crazy week.
We know that that is not what you wanted.
You'd had it for two days when it broke.
It had had a crack before it was sent.
The lamp that is on your desk is the older one.
I look forward to hearing from you.
We look forward to welcoming you in our store.
Neither of the two fits.
None of the lamps was damaged.
The team is happy to help.
The team are happy to help.
A number of parcels were lost.
The number of parcels is small.
Everyone has received their order.
Each box has its own label.
It's got its own cable.
Who's there, and whose is it?
They're over there with their parcels.
You're welcome, and your refund is on its way.
It's too late to change it, and two are too many.
Then it is cheaper than the other one.
We accept everything except used goods.
It affects the price, but it has no effect on the delivery.
Don't lose the screws; they are loose.
Whether the weather is bad or not, we ship.
We've been waiting for two weeks, since Monday.
I have lived here since 2010.
Since you asked, we checked it again.
It is a European standard.
A one-year guarantee is included.
It takes an hour and a half.
An honest answer: we don't know.
It's a unique piece, a union of wood and wool.
We need an SMS or an MMS from you.
Please bring an ID with you.
It is a used item at a fair price.
He must have sent it, but he can't have packed it.
She helps us pack, and she can help you too.
I'd rather you sent it back.
We suggest that he return the lamp.
It's important that she be there.
If I were you, I'd wait.
Should you have any questions, just reply.
Had we known, we would have called.
Let me know if it helps.
We help customers choose the right size.
I saw the driver leave it at the door.
Make sure it fits before you cut it.
It looks like the parcel got stuck in customs.
There's a lot of dust on it.
There are lots of ways to fix it.
Here are the photos you asked for.
Attached is the invoice.
Please find the invoice attached.
As discussed, we will refund it.
Please note: only unused items can be returned.
Not to worry, we will sort it out.
The courier tried to deliver it, but nobody was in.
We can pick it up on Saturday or Sunday.
Delivery: 2-3 days. Returns: 30 days.
Could you re-send it? The first upload didn't go through.
The pre-order ships in mid-May.
It's an all-in-one set with add-ons.
The duvet, the pouf and the throw go well together.
The teapot is dishwasher-safe.
Our bouclé pouf is from a small atelier.
The café next door takes parcels for us.
The jalapeño candle is sold out.
The sofa's legs are made of beech.
The customers' parcels were mixed up.
The 1990s design is back.
It costs about a third of that.
We offer free shipping on orders over fifty dollars.
Many thanks and best wishes
Cheers,¶Tom
Best,¶Priya
Thanks!
Okay, will do.
Done.
Noted, thank you.
Sure thing.
Happy Friday!
Have a lovely weekend.
Hope you are well.
Hoping to hear from you soon.
Sounds good to me.
Long time no see!
It is very, very soft.
So, so sorry about that.
Bye-bye, and thanks again.
I can't log in in the evening.
The driver came in in the end.
What it is is a simple switch.
The wooden one is nicer than the metal one, I think.
I'm afraid it isn't available any more.
It isn't available anymore.
We dispatched it yesterday; it will arrive tomorrow.
It was learnt that the parcel burnt in a fire.
The tyres of the trolley are made of aluminium.
The jewellery box has a velvet lining.
The metre-long cord is fibre-coated.
Our programme for students starts in September.
We practise what we preach; our practice is simple.
The licence was licensed in the UK.
She's travelling until Monday and labelled the boxes before.
Whilst we wait, shall we reserve one for you?
He reckoned it would take a fortnight.
Please enquire at the till.
The kerb outside our shop is being repaired.
Popped it in the post for you today.
Fancy a different colour? Just shout.
I'll chase the courier up this afternoon.
Y'all have a great day!
Gonna check and get back to you.
We kinda expected that.
FYI, the depot is closed tomorrow.
ASAP is the best I can promise.
The PDF is attached, the JPG is too large.
Please restart the app, then clear the cache.
Click Settings, then Save.
The website's checkout seems to be down.
The QR code is on the back.
Wi-Fi and Bluetooth are built in.
Try another browser, e.g. Firefox.
It comes in sizes S, M and L.
The SKU is on the label.
Our VAT number is on the invoice.
The parcel is insured up to 500 EUR.
The return label is free of charge.
Our warranty covers manufacturing defects only.
Please use a mild detergent and a lint-free cloth.
Hang it to dry; do not tumble dry.
Iron on low heat, inside out.
The linen has been pre-washed.
The glaze is lead-free and food-safe.
Ms. Alot and Dr. Wierd signed for it.
Saoirse is off today; Bartek will help you.
a) send it back¶b) keep it at half price
To whom it may concern,¶¶We hereby confirm the purchase.
It's duty-free below 150 euros.
Had the order been packed, it would have shipped.
Will packing be extra?
When will shipping start again?
How much will delivery cost?
You can have work done on it.
We have check-in desks and return points.
I have need of it.
Let the glue set.
Make the lamp fit the shade.
Did the parcel arrive?
May the courier leave it with a neighbour?
We ask that the customer return the box.
If it be so, let us know.
The news is good.
The rest is in the second box.
Customs has released it.
Both is fine with us.
Two weeks is a long time.
Ten dollars is all it costs.
There's one lamp and two bulbs.
Bread and butter is on the menu.
Our terms and conditions have changed.
The black and the white are both nice.
The staff have gone home.
The police are informed.
The following have been shipped.
The two have one thing in common.
What she says goes.
It's him who packs them.
They, as well as she, work here.
That many boxes do fit.
That said, we do ship there.
Which one does she want?
I know how it works and what it costs.
She had it fixed and let it dry.
We saw it arrive.
We heard he left.
He said it cost too much.
I hope it fit well.
It read "fragile" on the box.
She quit last week, and he left too.
It put us in a difficult place.
Kids' sizes run small.
We're open, come rain or shine.
Once you've received it, let us know.
Received with thanks.
Packed and ready to go.
Return to sender.
Not available in all countries.
No returns without a receipt.
Out for delivery.
Works with any bulb.
Fits most frames.
We agree, and I am agreed on that.
You are welcome to return it.
We are open to returning customers.
They used to work here, and are used to working late.
I would like returns to be easier.
We need help to move it.
She would like change for a twenty.
The order was place-specific.
It was read by nobody.
He was set to leave.
We suggest to all our customers that they keep the box.
We recommend to anyone who asks a mild soap.
Please, to be on the safe side, keep the box.
I must, to my regret, say no.
Thank you for help and patience.
Thanks for contact details.
It takes many an hour.
There's much work to do.
Don't say no.
We don't, no.
It weighs less than 2 kg.
The more, the better.
Since two of them were missing, we sent three.
It has been two years since we moved.
It's planned for Monday and has been moved for Monday's sake.
It has been booked for Friday.
We have planned the collection for Monday.
It was different of course.
A good advice column is hard to find.
The information desk is downstairs.
Feedback is a gift.
The softwood frame is oiled.
How do it-bags get their price? Fashion!
The can holds half a litre.
This work takes time, and that change helps.
The weather you had was awful.
`);
