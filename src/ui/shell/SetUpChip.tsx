/** Leads account administrators back to the first set-up of the installation until all its steps are done. */
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { selectSetUp } from '../../machines/session/session.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';

export function SetUpChip() {
  const t = useT();
  const setUp = useSelector(useApp().session, selectSetUp);
  if (!setUp) return null;
  return (
    <Link
      href="/setup"
      title={t('shell.setUp.title')}
      className="flex h-6 flex-none items-center rounded-full border border-mark px-2.5 text-12 font-semibold text-link no-underline"
    >
      {t('shell.setUp.chip', { done: setUp.done, total: setUp.total })}
    </Link>
  );
}
