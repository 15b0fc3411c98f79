/** Leads account administrators to the check of the robot's messages. */
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';

export function ConformanceLink({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  const { navigation, session } = useApp();
  const user = useSelector(session, selectUser);
  if (user?.roles.includes('admin') !== true) return null;
  const to = `/robots/conformance?serialNumber=${encodeURIComponent(serialNumber)}`;
  return (
    <Button size="s" variant="ghost" onClick={() => navigation.send({ type: 'navigation.go', to })}>
      {t('robotData.state.conformance')}
    </Button>
  );
}
