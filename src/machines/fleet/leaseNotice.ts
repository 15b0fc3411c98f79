/** The message for whoever steers a robot and looks at something else: who wants it, or has it now, and the way there. Pure. */
import { type LeaseNotice, type Notice, robotPath } from '../app/messages.ts';

/** @param name what people call the robot; empty while it is not known */
export function leaseNotice(news: LeaseNotice, name: string): Notice {
  const { serialNumber, by } = news;
  const words = { robot: name || serialNumber, person: by };
  const way = { to: robotPath(serialNumber), key: 'shell.leaseNews.open' };
  if (news.type === 'resumeAsked') return { tone: 'warning', key: 'shell.resumeAsked', words, way };
  if (news.type === 'leaseAsked') return { tone: 'info', key: 'shell.leaseNews.asked', words, way };
  return news.reason
    ? { tone: 'warning', key: 'shell.leaseNews.takenWhy', words: { ...words, reason: news.reason }, way }
    : { tone: 'warning', key: 'shell.leaseNews.taken', words, way };
}
