/** Mistakes with one correction that is right wherever the word stands, in lower case. */
export const knownMistakes: ReadonlyMap<string, string> = new Map(
  `dont:don't doesnt:doesn't didnt:didn't isnt:isn't arent:aren't wasnt:wasn't werent:weren't hasnt:hasn't havent:haven't
  hadnt:hadn't wouldnt:wouldn't couldnt:couldn't shouldnt:shouldn't mustnt:mustn't neednt:needn't im:I'm ive:I've
  youre:you're youve:you've youll:you'll youd:you'd theyre:they're theyve:they've theyll:they'll weve:we've thats:that's
  whats:what's wheres:where's hows:how's heres:here's theres:there's itll:it'll wouldve:would've couldve:could've
  shouldve:should've hes:he's shes:she's hed:he'd whos:who's thatll:that'll teh:the hte:the taht:that thsi:this adn:and wiht:with yuo:you yoru:your
  waht:what wich:which whcih:which becuase:because becasue:because beacuse:because recieve:receive recieved:received
  reciept:receipt adress:address adresses:addresses alot:a_lot aswell:as_well infact:in_fact thankyou:thank_you
  atleast:at_least eachother:each_other noone:no_one everytime:every_time untill:until tommorow:tomorrow
  tommorrow:tomorrow tomorow:tomorrow definately:definitely definatly:definitely seperate:separate seperately:separately
  occured:occurred occurence:occurrence neccessary:necessary necesary:necessary unfortunatly:unfortunately
  unfortunatley:unfortunately appologize:apologize appologies:apologies inconvienience:inconvenience
  inconvienence:inconvenience inconveniance:inconvenience sincerly:sincerely immediatly:immediately
  imediately:immediately availible:available avaliable:available availble:available accomodate:accommodate
  wether:whether refered:referred prefered:preferred transfered:transferred cancelation:cancellation
  shiping:shipping shipmet:shipment delievery:delivery delivey:delivery delievered:delivered custumer:customer
  pakage:package packege:package warehous:warehouse refundd:refund plese:please pleae:please
  plesae:please pls:please thnaks:thanks thx:thanks sory:sorry soory:sorry ordr:order orderd:ordered
  probaly:probably truely:truly wierd:weird freind:friend beleive:believe acheive:achieve arround:around begining:beginning
  comming:coming compleatly:completely completly:completely diffrent:different explaination:explanation
  existance:existence finaly:finally happend:happened interupt:interrupt knowlege:knowledge lisence:license
  maintainance:maintenance mesage:message mispell:misspell occassion:occasion posible:possible prefrence:preference
  proccess:process quantitiy:quantity recomend:recommend recomended:recommended reccomend:recommend
  replacment:replacement responce:response succesful:successful succesfully:successfully successfull:successful
  suprise:surprise usualy:usually foto:photo fotos:photos telefone:telephone telefon:telephone adresse:address rember:remember wich:which writting:writing`
    .split(/\s+/)
    .map((pair) => pair.split(":"))
    .flatMap(([wrong, right]) =>
      wrong && right && wrong !== right ? [[wrong, right.replace("_", " ")] as const] : [],
    ),
);
