/** Command buttons. An unavailable command stays visible and shows the reason given by the blocking rule. */
import { useSelector } from '@xstate/react';
import Ban from 'lucide-react/icons/ban';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import Navigation from 'lucide-react/icons/navigation';
import SprayCan from 'lucide-react/icons/spray-can';
import Zap from 'lucide-react/icons/zap';
import { displacedBy } from '../../../../contract/rules/displacing.ts';
import { DISINFECT, type RobotAct } from '../../../../contract/rules/robotCan.ts';
import { startPath } from '../../../machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { selectRouteRun, selectQuestion } from '../../../machines/routeRun/routeRun.selectors.ts';
import { isUnderWay } from '../../../machines/routeRun/routeRunUpdates.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Button } from '../../kit/Button.tsx';
import { Question } from '../../shell/Question.tsx';
import { RouteRunActions } from '../../routeRuns/RouteRunActions.tsx';
import { ChargeQuestion } from './ChargeQuestion.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

export interface CommandButtonsProps extends RobotPageProps {
  /** Icon above label, for touch. */
  readonly stacked?: boolean | undefined;
}

export function CommandButtons(part: CommandButtonsProps) {
  const t = useT();
  const { navigation } = useApp();
  const { commands, cruise, at, loaded, live, stacked } = part;
  const { actions } = loaded.detail.abilities;
  const run = useSelector(cruise, selectRouteRun);
  const question = useSelector(cruise, selectQuestion);
  return (
    <>
      <CommandButton {...part} act="goTo" icon={Navigation} onPress={() => commands.send({ type: 'points.open' })} />
      {actions.includes(DISINFECT) && (
        <CommandButton
          {...part}
          act="disinfect"
          icon={SprayCan}
          onPress={() => navigation.send({ type: 'navigation.go', to: startPath(live.serialNumber) })}
        />
      )}
      <CommandButton
        {...part}
        act="charge"
        icon={Zap}
        onPress={() =>
          commands.send({ type: 'charge.press', displaces: displacedBy('charge', live)?.kind ?? null, at: at() })
        }
      />
      {/* A route run has its own Skip and End instead of Cancel. */}
      {run && isUnderWay(run) ? (
        <RouteRunActions
          bare
          run={run}
          following={cruise}
          mayLead={loaded.rights.includes('operate')}
          size={stacked ? 'm' : 's'}
          stacked={stacked}
        />
      ) : (
        <CommandButton
          {...part}
          act="cancel"
          icon={Ban}
          onPress={() => commands.send({ type: 'command.ask', request: { kind: 'cancel' }, at: at() })}
        />
      )}
      <CommandButton
        {...part}
        act="relocate"
        icon={LocateFixed}
        onPress={() => commands.send({ type: 'place.start', act: 'relocate' })}
      />
      <ChargeQuestion {...part} />
      {question && <Question question={question} cancelLabel={t('routeRun.end.cancel')} />}
    </>
  );
}

const WORD = {
  goTo: 'robotData.commands.goTo',
  disinfect: 'robotData.commands.disinfect',
  charge: 'shared.charge',
  cancel: 'shared.cancelTask',
  relocate: 'robotData.commands.relocate',
} as const satisfies Partial<Record<RobotAct, string>>;

interface CommandButtonProps extends CommandButtonsProps {
  readonly act: keyof typeof WORD;
  readonly icon: Glyph;
  readonly onPress: () => void;
}

function CommandButton({ act, icon, onPress, whyNot, stacked = false }: CommandButtonProps) {
  const t = useT();
  const word = t(WORD[act]);
  return (
    <Button
      size={stacked ? 'm' : 's'}
      stacked={stacked}
      icon={icon}
      disabledReason={whyNot(act)}
      disabledTitle={t('robotData.commands.cannot', { command: word })}
      onClick={onPress}
    >
      {word}
    </Button>
  );
}
