/** The companion app: renders the screen of the machine that is running. */
import { useSelector } from '@xstate/react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { lazy, Suspense } from 'react';
import { selectChildren, selectIsLeaving } from '../../machines/companion/companion.selectors.ts';
import { ApprovalScreen } from './ApprovalScreen.tsx';
import { BindingScreen } from './BindingScreen.tsx';
import { CompanionContext, type CompanionParts, useCompanion, useT } from './CompanionContext.ts';
import { EntryScreen } from './EntryScreen.tsx';
import { Frame } from './Frame.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import { Outcome } from './Outcome.tsx';
import { ScannerScreen } from './ScannerScreen.tsx';

/** Loaded with the first point. */
const PointScreen = lazy(async () => ({ default: (await import('./point/PointScreen.tsx')).PointScreen }));

export function CompanionApp({ parts }: { readonly parts: CompanionParts }) {
  return (
    <CompanionContext value={parts}>
      <Screen />
    </CompanionContext>
  );
}

function Screen() {
  const t = useT();
  const { root } = useCompanion();
  const { entry, scanner, approval, binding, point, robots } = useSelector(root, selectChildren);
  const leaving = useSelector(root, selectIsLeaving);
  if (entry) return <EntryScreen entry={entry} />;
  if (scanner) return <ScannerScreen scanner={scanner} />;
  if (approval) return <ApprovalScreen approval={approval} />;
  if (binding) return <BindingScreen binding={binding} />;
  if (point)
    return (
      <Suspense
        fallback={
          <Frame title={t('companion.point.title')}>
            <Outcome tone="plain" icon={LoaderCircle} busy title={t('companion.point.looking')} />
          </Frame>
        }
      >
        <PointScreen part={point} />
      </Suspense>
    );
  if (robots) return <HomeScreen robots={robots} />;
  return leaving ? (
    <Frame>
      <Outcome tone="plain" icon={LoaderCircle} busy title={t('companion.leave.waiting')} />
    </Frame>
  ) : null;
}
