import { linesOf } from "./lines-of.ts";

/** The half of the planted mistakes not used to make rules: its result is what to expect on unseen text. */
export const plantedHeldOut = linesOf(`
The parcel did not [arived|arrive] yet.
Please [confrim|confirm] your phone number.
We [recomend|recommend] a mild soap.
It is [probabaly|probably] still at the depot.
Your [ordr|order] is ready for pickup.
We will [contcat|contact] the courier for you.
The [warehose|warehouse] is closed today.
Sorry for the [inconvinience|inconvenience].
Your [accout|account] is active again.
We send it [tommorow|tomorrow] morning.
The [paymant|payment] went through.
You can [cancell|cancel] it at any time.
The [manufacterer|manufacturer] has answered us.
It was [succesfully|successfully] delivered.
I [aggree|agree] with your suggestion.
It was a [mistke|mistake] in our system.
We have [alredy|already] refunded it.
The label is [attatched|attached] to this mail.
The [quailty|quality] is very good.
Do you have [anohter|another] question?
It is [neccesary|necessary] to sign for it.
The [fabirc|fabric] can be washed at 30 degrees.
Your [questoin|question] is a good one.
The leg of the [tabel|table] is loose.
Please use the [follwing|following] link.
We are very [gratefull|grateful] for your help.
It has been [transfered|transferred] to the local depot.
This [dicount|discount] ends on Sunday.
The [prise|price] on the page is correct.
We will [inlcude|include] a small gift.
Your [subcription|subscription] ends in May.
Please do not [hesistate|hesitate] to write again.
The [assemby|assembly] takes ten minutes.
We [understnad|understand] your frustration.
It is [possibel|possible] to change the color.
We [usally|usually] answer within a day.
The [acount|account] number is on the invoice.
We were [suprised|surprised] by the demand.
It is a [seperate|separate] parcel.
I will [personaly|personally] pack it.
The [baterries|batteries] are not included.
The [maximun|maximum] is two per person.
We are [missng|missing] your house number.
Our [wharehouse|warehouse] packs until noon.
The [seling|selling] price includes tax.
I am [affraid|afraid] it is gone.
The [langauge|language] can be changed on top.
It [have|has] not left our warehouse.
I am agree with that.=>I agree with that.
He can [explains|explain] it to you.
Thanks for [you|your] order.
There [is|are] many reasons for it.
The driver [have|has] tried to call you.
We [hasn't|haven't] heard from them.
These covers [is|are] not waterproof.
The boxes [has|have] arrived.
The store [close|closes] at six.
We have [forgot|forgotten] to add it.
It should [arrives|arrive] on Tuesday.
You could [trying|try] another browser.
We will [refunded|refund] you today.
Did it [came|come] with a label?
The system didn't [sent|send] the mail.
The box was [stole|stolen] from the porch.
Your return has been [process|processed].
The parcel has already [leave|left] our warehouse.
We look forward to [hear|hearing] from you.
Thank you for [wait|waiting] so long.
She [work|works] in our warehouse.
Nobody [have|has] told us about it.
The chairs [comes|come] in two boxes.
The lamp and the bulb [was|were] missing.
Both of them [is|are] in stock.
It [don't|doesn't] matter.
Do they [fits|fit] together?
They [was|were] very helpful.
We have known this [since|for] three days.
I have been waiting [since|for] a week.
We have been closed [for|since] Friday.
She is [a|an] expert in lamps.
Please send it in [a|an] envelope.
It is [an|a] very soft fabric.
That was [a|an] honest mistake.
It is made by [an|a] European company.
We will send you [an|a] new one.
It is in in the box.=>It is in the box.
We are are happy to help.=>We are happy to help.
You will find it it on our page.=>You will find it on our page.
Please send the the label back.=>Please send the label back.
Thank you for for your reply.=>Thank you for your reply.
The chair lost one of [it's|its] legs.
[Its|It's] a very popular color.
[Their|There] was a problem with the label.
We know [there|their] address.
I am glad [your|you're] satisfied.
Please send us [you're|your] photos.
It is better [then|than] before.
It was more expensive [then|than] expected.
It is [to|too] small for the room.
We do not want you to [loose|lose] money.
We could of known that.=>We could have known that.
It must of been the courier.=>It must have been the courier.
Please tell us [weather|whether] you want a refund.
We [except|accept] returns within 30 days.
It arrives on wednesday.=>It arrives on Wednesday.
We ship to germany and spain.=>We ship to Germany and Spain.
The manual is in german.=>The manual is in German.
your refund is on its way.=>Your refund is on its way.
We got it. thank you.=>We got it. Thank you.
My colleague and i will look.=>My colleague and I will look.
It is here.you can collect it.=>It is here. You can collect it.
Sorry,we are late.=>Sorry, we are late.
Yes , of course.=>Yes, of course.
Is that right ?=>Is that right?
That is fine .=>That is fine.
We are  sorry about it.=>We are sorry about it.
I wont be here on Friday.=>I won't be here on Friday.
It isnt in stock.=>It isn't in stock.
Weve sent it today.=>We've sent it today.
Theyre on the way.=>They're on the way.
Lets try it again.=>Let's try it again.
She didnt answer.=>She didn't answer.
We are not interested [for|in] that.
It consists [from|of] three parts.
Please wait [on|for] our answer.=>Please wait for our answer.
We have new [furnitures|furniture] in stock.
Thank you for the [feedbacks|feedback].
It is [more better|better] this way.
He didn't [called|call] me back.
We [discussed about|discussed] your case.
Please [to check|check] the label.
Let us [to know|know] if it helps.
You [should to|should] wait a day.
I would like [know|to know] more.
Every cushion [have|has] a zip.
One of the lamps [are|is] broken.
I have [receive|received] your photos.
You was not at home.=>You were not at home.
Who [have|has] signed for it?
What [do|does] it cost?
Where [is|are] my two parcels?
The price [include|includes] the bulb.
Your parcels [has|have] been delivered.
She [say|says] that it fits.
If it [come|comes] back, we will call you.
It don't works.=>It doesn't work.
We need [few|a few] days more.=>We need a few more days.
It will be [deliver|delivered] soon.
It is the [same like|same as] before.
Please let me [knows|know].
It is [very|much] better now.
We are [apologize|sorry] for it.=>We apologize for it.
We didn't received it yet.=>We haven't received it yet.=>We didn't receive it yet.
We are [sory|sorry] to hear this.
Your [parcle|parcel] is still in customs.
We [aplogise|apologise] for the late answer.
The [desciption|description] says it is blue.
It was [returend|returned] to us last week.
Please [incude|include] your order number.
Your [compliant|complaint] was forwarded.
The cover is [machin|machine] washable.
We need your [signiture|signature] on it.
It [ususally|usually] takes two days.
My colleague [need|needs] a photo of it.
The parcel [weigh|weighs] two kilos.
The other boxes [is|are] on the way.
We have [wrote|written] to the courier.
The package has not been [deliver|delivered] yet.
They didn't [received|receive] the refund.
I am [wait|waiting] for the warehouse to answer.
Could you [sends|send] us the label?
We [was|were] not able to reach you.
Thank you for [choose|choosing] our shop.
Please [to confirm|confirm] the address.
It has been broken [since|for] two weeks.
Our office is in [a|an] old building.
She bought [an|a] uniform from us.
Can you check if [its|it's] the right one?
The bottle and [it's|its] lid are glass.
[Your|You're] not the only one with this question.
I think [there|their] warehouse is in Spain.
The parcel was [to|too] big for the letterbox.
It is smaller [then|than] it looks.
We we will check that.=>We will check that.
You can reach us by by phone.=>You can reach us by phone.
the courier will call you.=>The courier will call you.
We got your mail ,thank you.=>We got your mail, thank you.
It will arrive in january.=>It will arrive in January.
Our designer is italian.=>Our designer is Italian.
You [dont|don't] have to pay for it.
He [couldnt|couldn't] find the bell.
We are waiting [to|for] your reply.
I have some [advices|advice] for you.
`);
