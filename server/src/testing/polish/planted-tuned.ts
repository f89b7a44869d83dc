import { linesOf } from "./lines-of.ts";

/** English with one planted mistake in each line, `[wrong|right]`: the half that the rules may be made by. */
export const plantedTuned = linesOf(`
Your parcel will [arive|arrive] on Monday.
We are a small family [bussiness|business] from Leeds.
We are [realy|really] sorry about the delay.
This colour is not [avaible|available] at the moment.
Please [chek|check] your spam folder too.
Could you send us your [adress|address] again?
We have [recieved|received] your return.
The [delievery|delivery] takes two or three days.
Thank you for your [patiance|patience].
It is [definitly|definitely] our mistake.
We will send a [replacment|replacement] today.
The lamp comes with a [garantee|guarantee] of two years.
I will [foward|forward] your question to our workshop.
Your [refound|refund] is on its way.
Please let us know [wich|which] size you need.
The order was [cancled|canceled|cancelled] this morning.
We [apreciate|appreciate] your feedback very much.
The courier [tryed|tried] to deliver it twice.
Please keep the [orginal|original] box.
It is [unfortunatly|unfortunately] sold out.
We can [garantee|guarantee] that it fits.
Your [pakage|package] left our warehouse.
The [colection|collection] is planned for Friday.
I have attached the [recipt|receipt] to this mail.
Our [suplier|supplier] has confirmed the date.
The glass was [brocken|broken] when it came.
We [beleive|believe] that it got lost.
You can return it [whithin|within] 30 days.
It should be [deliverd|delivered] by Thursday.
The [quantaty|quantity] in your cart was two.
Please [concider|consider] this an exception.
I am [writting|writing] about your last order.
The [discription|description] on the page was wrong.
We had a [problen|problem] with our label printer.
This is [normaly|normally] not how it works.
The [shiping|shipping] costs are on us.
We are [curently|currently] checking it.
Our [costumer|customer] care team is here for you.
It was a [misunderstaning|misunderstanding] on our side.
You will find the [instuctions|instructions] in the box.
The [temperture|temperature] must not be too high.
We will [inmediately|immediately] look into it.
It is [exactley|exactly] the same fabric.
I can see [thier|their] answer in our system.
Please send us a [pictur|picture] of the damage.
The [diferent|different] sizes are on the page.
It is a [usefull|useful] tip, thank you.
We need a little more [infomation|information] first.
The voucher is [vaild|valid] until the end of June.
Our [appologies|apologies] for the mix-up.
It [have|has] been a busy week here.
I [am agree|agree] with you.
Our team can [helps|help] you with that.
Thank you for [you|your] message.
There [is|are] two ways to do it.
We [has|have] already shipped it.
She [don't|doesn't] work on weekends.
The parcels [was|were] lost in the post.
He [have|has] answered you yesterday.
They [is|are] on their way to you.
The customer [want|wants] a new one.
I have [went|gone] through your order.
We should have [send|sent] it earlier.
It must [has|have] been a mistake.
You can [tracking|track] it on their website.
We will [sending|send] you a new one.
Did you [received|receive] our last mail?
The courier didn't [found|find] your house.
We didn't [knew|know] that it was damaged.
It was [broke|broken] when it arrived.
Your order has been [ship|shipped] today.
The item has [arrive|arrived] at our warehouse.
I'm looking forward to [hear|hearing] from you.
We are looking forward to [receive|receiving] your photos.
Thank you for [contact|contacting] us.
We are happy [helping|to help] you with it.
It [depend|depends] on the size.
This [happen|happens] very rarely.
Everything [are|is] fine with your account.
The lamps [is|are] made in Portugal.
The shade and the base [is|are] sold together.
All of our cushions [is|are] washable.
Each of the boxes [have|has] a label.
I [has|have] checked it twice.
We [was|were] closed on Monday.
It [do|does] not fit into the letterbox.
Does it [fits|fit] into your car?
You [was|were] right about the color.
We have been waiting [since|for] two weeks.
I have worked here [since|for] three years.
It has been in stock [for|since] Monday.
We have used this courier [since|for] many years.
It is [a|an] excellent choice.
You will get [a|an] e-mail from the courier.
We need [an|a] photo of the box.
It takes about [a|an] hour.
She is [an|a] colleague of mine.
It is [an|a] used item.
We sent you [a|an] invoice yesterday.
This is [the the|the] wrong size.
We will will send it tomorrow.=>We will send it tomorrow.
It is is in stock again.=>It is in stock again.
Please let us know if if you need more.=>Please let us know if you need more.
We have have checked it.=>We have checked it.
You can send it to to us.=>You can send it to us.
I am not not sure about it.=>I am not sure about it.
The cover has lost [it's|its] color.
[Its|It's] on the way to you.
The shop has changed [it's|its] address.
I think [its|it's] a good idea.
The lamp and [it's|its] shade are in one box.
Please tell us if [its|it's] too small.
[Their|There] is a small scratch on it.
[There|Their] driver will call you.
[They're|There] are three left in stock.
We hope [your|you're] happy with it.
If [your|you're] not at home, a neighbor can take it.
Is this [you're|your] new address?
[Your|You're] right, we made a mistake.
It is cheaper [then|than] the other one.
It took longer [then|than] we thought.
It is [to|too] late to change the order.
The table is [to|too] heavy for one person.
We don't want to [loose|lose] you as a customer.
You should of told us.=>You should have told us.
It would of been easier.=>It would have been easier.
I could care less [weather|whether] it rains.
We can't [except|accept] the return without the box.
The delay did not [effect|affect] your order.
We are open on saturday.=>We are open on Saturday.
It ships from portugal.=>It ships from Portugal.
We speak english and french.=>We speak English and French.
the lamp is back in stock.=>The lamp is back in stock.
It is here. we will send it.=>It is here. We will send it.
Yes, i can do that for you.=>Yes, I can do that for you.
thank you for your order.=>Thank you for your order.
We will see.it should work.=>We will see. It should work.
Hello,how are you?=>Hello, how are you?
I am sorry , that was our fault.=>I am sorry, that was our fault.
Could you send us a photo ?=>Could you send us a photo?
We will look into it..=>We will look into it.
Please wait,,we are checking.=>Please wait, we are checking.
We can  do that for you.=>We can do that for you.
It is in the box( the small one).=>It is in the box (the small one).
Thank you !=>Thank you!
We cant do that, sorry.=>We can't do that, sorry.=>We cannot do that, sorry.
It doesnt fit.=>It doesn't fit.
Im sorry to hear that.=>I'm sorry to hear that.
Thats a good question.=>That's a good question.
You dont need to send it back.=>You don't need to send it back.
Whats your order number?=>What's your order number?
We are interested [on|in] your opinion.
It depends [of|on] the courier.
We are waiting [on the|for the] courier to call.=>We are waiting on the courier to call.=>We are waiting for the courier to call.
I am responsible [of|for] your order.
We will answer as soon as [possibel|possible].
We have many informations on our page.=>We have much information on our page.=>We have a lot of information on our page.
We gave you a good [advices|advice].=>We gave you good advice.
This is the second time that it [happen|happens].
We don't have [no|any] more of them.
It is more cheaper here.=>It is cheaper here.
This is the most easiest way.=>This is the easiest way.
I am working here since 2019.=>I have been working here since 2019.
How [much|many] lamps do you need?
It didn't [worked|work] for me.
I am wait for the courier's answer.=>I am waiting for the courier's answer.
We [discussed about|discussed] it yesterday.
Please find [attach|attached] the invoice.
Please [to send|send] us a photo.
We suggest [to return|returning] it.
Let me [to check|check] it for you.
I would like [return|to return] this item.
You [must to|must] sign for it.
We can not to find it.=>We cannot find it.=>We can not find it.
A lot of customers [likes|like] it.
Every lamp [have|has] a switch.
One of the cushions [are|is] missing.
The most of our items are in stock.=>Most of our items are in stock.
I [look|am looking] forward to hearing from you.=>I look forward to hearing from you.
Please reply to this mail with a [foto|photo].
Please [rember|remember] to keep the box.
Please give us your [telefone|telephone] number.
You will be [notifed|notified] by mail.
My colleague [don't|doesn't] know it either.
I know that [its|it's] late.
The box still has [it's|its] seal.
How [much|many] boxes did you get?
We explained you the rules.=>We explained the rules to you.=>We explained to you the rules.
The order was [pay|paid] by card.
We apologise for the [dealy|delay].
I [seen|have seen] your photos.=>I have seen your photos.
We have no more [stocks|stock] of it.
We are understand your point.=>We understand your point.=>We are understanding your point.
Can you [told|tell] me more?
That sounds [well|good] to me.
`);
