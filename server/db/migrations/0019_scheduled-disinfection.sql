ALTER TABLE "elevators" ADD COLUMN "is_out_of_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "entrances" ADD COLUMN "is_out_of_service" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "disinfection" jsonb;