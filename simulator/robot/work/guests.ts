/** Guests of a reception robot: their questions, and visitors signing in. */
import type { LocalName } from '../../../demo/localName.ts';
import { named } from '../../../demo/localName.ts';
import { fictionalNumber, randomId } from './people.ts';
import type { TaskApi } from './taskApi.ts';

/** Probability per guest. */
const ASKS = 0.15;
const SIGNS_IN = 0.03;
/** The only model with a visitors' book. */
const SIGNING_MODEL = 'T2';

const QUESTIONS: readonly { question: LocalName; answer: LocalName | null }[] = [
  {
    question: named('Where is the lift?', '电梯在哪里？'),
    answer: named('Straight ahead, then on your left.', '直走，然后在您的左手边。'),
  },
  {
    question: named('How do I get on the Wi-Fi?', '无线网络怎么连接？'),
    answer: named(
      'Choose “Guest”; it asks for your room or visitor number.',
      '请选择“Guest”网络，输入房号或访客编号即可。',
    ),
  },
  {
    question: named('Where can I wait?', '我可以在哪里等候？'),
    answer: named('There are seats right behind you.', '您身后就有座位。'),
  },
  {
    question: named('Is there a café here?', '这里有咖啡吗？'),
    answer: named('Yes, beside the main entrance, until six in the evening.', '有的，就在正门旁边，营业到晚上六点。'),
  },
  { question: named('Can you tell me a joke?', '能讲个笑话吗？'), answer: null },
];
const VISITORS = ['Ada Berg', '陈晓', 'Jonas Weber', '林可', 'Maria Rossi', '王一帆', 'Tom Hill', '赵敏'] as const;
const HOSTS = ['Dr. Novak', '刘医生', 'Ms. Okoye', '前台', 'Mr. Sato', '行政部'] as const;

/** Simulates one guest: a face, and a question, a sign-in or neither. */
export function meetGuest({
  people,
  tell,
  say,
  seeFace,
  spec,
}: Pick<TaskApi, 'people' | 'tell' | 'say' | 'seeFace' | 'spec'>): void {
  seeFace();
  const luck = people.next();
  if (luck < ASKS) {
    const { question, answer } = people.pick(QUESTIONS);
    const language = people.next() < 0.5 ? 'zh' : 'en';
    const inLanguage = (text: LocalName): string => (language === 'zh' ? text.zhCN : text.enUS);
    tell({
      type: 'question',
      question: inLanguage(question),
      answered: answer !== null,
      language,
      ...(answer ? { answer: inLanguage(answer) } : {}),
    });
  } else if (luck < ASKS + SIGNS_IN && spec.model === SIGNING_MODEL) {
    const name = people.pick(VISITORS);
    tell({
      type: 'visit',
      visitId: `v-${randomId(people)}${randomId(people)}`,
      name,
      phoneNumber: fictionalNumber(people),
      host: people.pick(HOSTS),
    });
    say(named('Welcome. You are signed in.', '欢迎光临，已为您登记。'));
  }
}
