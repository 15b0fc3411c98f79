/** Invites a person to one or several robots; with several, or where something else happened, shows what at each robot. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { hasRight } from '../../../../contract/rules/rights.ts';
import type { InviteOutcome } from '../../../../contract/entities/friend.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { ACCOUNT_MAX, INVITE_ROBOTS_MAX } from '../../../../contract/rules/limits.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import {
  type FriendsRef,
  selectFriends,
  selectHasInviteResults,
  selectIsInviting,
} from '../../../machines/friends/friends.selectors.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';

const OUTCOME = {
  invited: 'friends.invite.outcome.invited',
  authorised: 'friends.invite.outcome.authorised',
  alreadyInvited: 'friends.invite.outcome.alreadyInvited',
  alreadyMember: 'friends.invite.outcome.alreadyMember',
  notAllowed: 'friends.invite.outcome.notAllowed',
} as const satisfies Record<InviteOutcome, Key>;
/** From this number on, all robots can be selected at once. */
const MANY = 3;

export function InviteDialog({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { typed } = useSelector(screen, selectFriends);
  const hasResults = useSelector(screen, selectHasInviteResults);
  const close = (): void => screen.send({ type: 'invite.close' });
  const id = useId();
  const reason = useNotYet(screen);
  const inviting = useSelector(screen, selectIsInviting);
  const form = useFocusFault(() => {
    if (!inviting && reason === undefined) screen.send({ type: 'invite.send' });
  });
  return (
    <Dialog
      open
      onClose={close}
      title={hasResults ? t('friends.invite.results', { account: typed.trim() }) : t('friends.invite.title')}
      description={hasResults ? undefined : t('friends.invite.text')}
      closeLabel={t('common.close')}
      foot={
        hasResults ? (
          <ResultButtons screen={screen} />
        ) : (
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button type="submit" form={id} variant="primary" busy={inviting} disabledReason={reason}>
              {t('friends.invite.send')}
            </Button>
          </>
        )
      }
    >
      {hasResults ? (
        <Results screen={screen} />
      ) : (
        <form id={id} className="grid gap-4" noValidate {...form}>
          <InviteFields screen={screen} />
        </form>
      )}
    </Dialog>
  );
}

/** The current robot first, then the others that the user may administer. */
function useInvitable(current: string): readonly Robot[] {
  const roles = useSelector(useApp().session, selectUser)?.roles ?? [];
  const robots = useSelector(useFleet(), selectRobots).filter(({ relation }) =>
    hasRight(roles, relation, 'administer'),
  );
  const isCurrent = ({ serialNumber }: Robot): boolean => serialNumber === current;
  return [...robots.filter(isCurrent), ...robots.filter((robot) => !isCurrent(robot))];
}

function InviteFields({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { typed, inviteFailure, serialNumber } = useSelector(screen, selectFriends);
  const robots = useInvitable(serialNumber);
  return (
    <>
      <Field
        label={t('friends.invite.account')}
        hint={t('friends.invite.hint')}
        error={inviteFailure ? t.failure(inviteFailure) : undefined}
      >
        <TextInput
          value={typed}
          maxLength={ACCOUNT_MAX}
          autoComplete="off"
          inputMode="email"
          onChange={(words) => screen.send({ type: 'invite.type', typed: words })}
        />
      </Field>
      {robots.length > 1 && <RobotBoxes screen={screen} robots={robots} />}
    </>
  );
}

function RobotBoxes({ screen, robots }: { readonly screen: FriendsRef; readonly robots: readonly Robot[] }) {
  const t = useT();
  const { inviteTo } = useSelector(screen, selectFriends);
  const choose = (serialNumbers: readonly string[]): void => screen.send({ type: 'invite.choose', serialNumbers });
  return (
    <fieldset className="grid min-w-0 gap-1 [&_label]:min-h-6 max-desk:[&_label]:min-h-11">
      <legend className="pb-1 text-13 font-medium">{t('common.robots')}</legend>
      {robots.length >= MANY && (
        <Checkbox
          label={t('friends.invite.all', { count: robots.length })}
          checked={inviteTo.length === 0 ? false : inviteTo.length === robots.length || 'mixed'}
          onChange={(isOn) => choose(isOn ? robots.map(({ serialNumber }) => serialNumber) : [])}
        />
      )}
      <div className="grid max-h-60 gap-1 overflow-y-auto rounded border border-line px-3 py-2">
        {robots.map(({ serialNumber, robotNickName: name }) => (
          <Checkbox
            key={serialNumber}
            label={name ? t('friends.robotOption', { name, serialNumber }) : serialNumber}
            checked={inviteTo.includes(serialNumber)}
            onChange={(isOn) =>
              choose(isOn ? [...inviteTo, serialNumber] : inviteTo.filter((one) => one !== serialNumber))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Why the invitation cannot be sent yet. */
function useNotYet(screen: FriendsRef): string | undefined {
  const t = useT();
  const { typed, inviteTo } = useSelector(screen, selectFriends);
  if (typed.trim() === '') return t('friends.invite.empty');
  if (inviteTo.length === 0) return t('shared.selectARobotFirst');
  return inviteTo.length > INVITE_ROBOTS_MAX ? t('friends.invite.tooMany', { most: INVITE_ROBOTS_MAX }) : undefined;
}

function Results({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  const { inviteResults } = useSelector(screen, selectFriends);
  const robots = useSelector(useFleet(), selectRobots);
  return (
    <ul className="max-h-80 overflow-y-auto" aria-label={t('friends.invite.list')}>
      {inviteResults.map(({ serialNumber, outcome }) => {
        const name = robots.find((robot) => robot.serialNumber === serialNumber)?.robotNickName;
        return (
          <li
            key={serialNumber}
            className="flex flex-wrap items-baseline justify-between gap-x-3 py-2 wrap-anywhere not-first:border-t not-first:border-line"
          >
            <span className="flex flex-wrap items-baseline gap-x-2">
              <b>{name || serialNumber}</b>
              {name && <span className="serial">{serialNumber}</span>}
            </span>
            <span className={outcome === 'notAllowed' ? 'text-13 text-st-alarm-text' : 'text-13 text-text-2'}>
              {t(OUTCOME[outcome])}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ResultButtons({ screen }: { readonly screen: FriendsRef }) {
  const t = useT();
  return (
    <>
      <Button onClick={() => screen.send({ type: 'invite.back' })}>{t('shared.back')}</Button>
      <Button variant="primary" onClick={() => screen.send({ type: 'invite.close' })}>
        {t('common.done')}
      </Button>
    </>
  );
}
