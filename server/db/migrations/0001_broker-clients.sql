CREATE TABLE "broker_clients" (
	"client_id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"session_id" text,
	"serial_number" text,
	"language" text,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "broker_clients_user" ON "broker_clients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "broker_clients_robot" ON "broker_clients" USING btree ("serial_number");