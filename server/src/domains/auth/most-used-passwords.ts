const words = `
  aaaaaa abc abcabc abcd abcdef access account admin administrator amanda amigos andrea andrew angel angels anthony apple
  asdf asdfgh asdfghjkl ashley asshole babygirl bailey barcelona baseball basketball batman beautiful buster butterfly
  carlos changeme charlie cheese chelsea chocolate computer cookie daniel default deskhand diamond dolphin donald
  donkey dragon eminem estrella family ferrari flower football freedom friends fuckme fuckyou ginger google guest hannah
  harley hello helpdesk hockey hottie hunter iloveu iloveyou internet jasmine jennifer jessica jordan joshua justin
  killer klaster letmein liverpool login loveme lovely lover loveyou maggie manager manchester master matrix matthew
  melissa mercedes merlin michael michelle monkey mustang mynoob naruto nicole ninja nothing oliver pass passw passwd
  password passwort phoenix pokemon princess purple qazwsx qazwsxedc qwer qwert qwerty qwertyuiop ranger robert root
  samantha samsung secret shadow shopify slipknot soccer sophie spiderman starwars startrek summer sunshine superman
  superstar support tequiero temp test tester testing thomas thunder tigger tinkerbell trustno trustnoone
  user vanessa welcome whatever william winter xbox yankees zaq zaqwsx zxcv zxcvbn zxcvbnm
`;

/** The stems of the most used passwords: what is left of one without the digits and marks at its end. */
export const mostUsedPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
