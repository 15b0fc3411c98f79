import type { Translate } from '../../hooks/translate.ts';

/** '12 robots. 11 answer, 1 is silent.' */
export function countText(t: Translate, total: number, answering: number): string {
  if (total === 0) return t('shell.noRobotsYet');
  const silent = total - answering;
  const all = t('home.counts.total', { count: total });
  if (silent === 0) return t(total === 1 ? 'home.counts.allOne' : 'home.counts.all', { total: all });
  if (answering === 0) return t(total === 1 ? 'home.counts.noneOne' : 'home.counts.none', { total: all });
  return t('home.counts.sentence', {
    total: all,
    answer: t('home.counts.answer', { count: answering }),
    silent: t('home.counts.silent', { count: silent }),
  });
}
