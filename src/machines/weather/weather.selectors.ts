import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { isFailure } from '../failure.ts';
import type { weatherMachine } from './weather.machine.ts';

export type WeatherRef = ActorRefFrom<typeof weatherMachine>;

type Snapshot = SnapshotFrom<typeof weatherMachine>;

export const selectWeather = ({ context }: Snapshot) => context;
/** The result of the last completed request; `first` while there is none. */
export const selectWeatherState = ({
  context: { seen, failure },
}: Snapshot): 'first' | 'refused' | 'lost' | 'heard' => {
  if (isFailure(failure, ERRORS.keyWrong)) return 'refused';
  if (failure) return 'lost';
  return seen ? 'heard' : 'first';
};
