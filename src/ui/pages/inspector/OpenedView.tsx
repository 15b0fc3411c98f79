/** A recording at one of its steps: actor tree, state chart and context of one actor, and all events below. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { OpenedRecording } from '../../../machines/recording/opened.ts';
import {
  type InspectorRef,
  selectActor,
  selectFilters,
  selectCopyTestRef,
  selectPane,
  selectSearch,
  selectStageRef,
  selectStep,
} from '../../../machines/inspector/inspector.selectors.ts';
import type { Shown } from '../../../machines/inspector/messages.ts';
import { ActorTree } from './ActorTree.tsx';
import { ChartCard } from './ChartCard.tsx';
import { ContextCard } from './ContextCard.tsx';
import { CopyTestDialog } from './CopyTestDialog.tsx';
import { EventsCard } from './EventsCard.tsx';
import { ForkPane } from './ForkPane.tsx';
import { InspectorHead } from './InspectorHead.tsx';
import { narrowed } from './journal.ts';
import { PathSeen } from './PathSeen.tsx';
import { StagePane } from './StagePane.tsx';
import { ReplayIssues } from './ReplayIssues.tsx';
import { useRecording, useMoment } from './useRecording.ts';
import { useInspectorKeys } from './useInspectorKeys.ts';

interface OpenedViewProps {
  readonly screen: InspectorRef;
  readonly shown: Shown;
}

export function OpenedView({ screen, shown }: OpenedViewProps) {
  const capsule = useRecording(shown.key);
  // The store drops the recording slightly before the machine does.
  return capsule ? <View screen={screen} shown={shown} capsule={capsule} /> : null;
}

function View({ screen, shown, capsule }: OpenedViewProps & { readonly capsule: OpenedRecording }) {
  const { recording, root } = capsule;
  const { steps } = recording;
  const step = useSelector(screen, selectStep);
  const actor = useSelector(screen, selectActor);
  const filters = useSelector(screen, selectFilters);
  const pane = useSelector(screen, selectPane);
  const search = useSelector(screen, selectSearch);
  const moment = useMoment(capsule, step);
  const about = filters.includes('actor') ? actor : -1;
  // `steps` of a followed tab grows in place, so its length is the dependency.
  const { length } = steps;
  // eslint-disable-next-line react/exhaustive-deps -- see above
  const listed = useMemo(() => narrowed(steps, { filters, actor: about }), [steps, length, filters, about]);
  const copyTest = useSelector(screen, selectCopyTestRef);
  const stage = useSelector(screen, selectStageRef);
  // Disabled in the fork pane, because another step would start another fork.
  useInspectorKeys(screen, pane !== 'fork', step, length, listed);
  const part = { screen, capsule, step, actor, moment } as const;
  return (
    <>
      <InspectorHead screen={screen} shown={shown} capsule={capsule} pane={pane} />
      <ReplayIssues issues={capsule.issues} />
      <div
        className="grid min-h-0 flex-[1_0_620px] grid-cols-[232px_minmax(0,1fr)_300px] grid-rows-[minmax(0,1fr)_minmax(300px,42%)] gap-3 data-[pane=stage]:grid-rows-[minmax(0,1fr)_236px] max-wide:grid-cols-[196px_minmax(0,1fr)_240px] max-desk:flex max-desk:flex-none max-desk:flex-col max-desk:items-stretch [&>.card]:flex [&>.card]:min-h-0 [&>.card]:flex-col [&>.card]:overflow-hidden"
        data-pane={pane}
      >
        <ActorTree {...part} root={root}>
          <PathSeen recording={recording} step={step} />
        </ActorTree>
        {pane === 'chart' && <ChartCard {...part} />}
        {pane === 'chart' && <ContextCard {...part} />}
        {pane === 'stage' && stage && (
          <div className="col-[2/-1] flex min-h-0 min-w-0 overflow-auto">
            <StagePane stage={stage} capsule={capsule} step={step} />
          </div>
        )}
        {pane === 'fork' ? (
          <div className="col-[2/-1] row-span-full flex min-h-0 min-w-0 overflow-auto">
            <ForkPane screen={screen} onClose={() => screen.send({ type: 'pane.choose', pane: 'chart' })} />
          </div>
        ) : (
          <EventsCard {...part} listed={listed} length={length} search={search} />
        )}
      </div>
      {copyTest && (
        <CopyTestDialog
          copyTest={copyTest}
          capsule={capsule}
          step={step}
          actor={actor}
          onClose={() => screen.send({ type: 'copy.close' })}
        />
      )}
    </>
  );
}
