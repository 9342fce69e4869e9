package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"time"
)

// faults are what happens to requests; shares are from 0 to 1 and of all requests, or of all writes.
type faults struct {
	DelayMillis int     `json:"delayMillis"` // a request waits up to that long
	Throttled   float64 `json:"throttled"`   // share that is answered 429 with Retry-After
	Failed      float64 `json:"failed"`      // share that is answered 500, 503 or 504
	Conflicting float64 `json:"conflicting"` // share of writes that is answered 409
	Lost        float64 `json:"lost"`        // share of writes that is carried out, and the connection cut instead of an answer
	WatchMillis int     `json:"watchMillis"` // watches end after that long at most; 0 for never
}

type lostKey struct{}

var failures = []int{http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// readFaults has none when there is no file.
func readFaults(file string) faults {
	var f faults
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &f) != nil {
		return faults{}
	}
	return f
}

func disturb(f faults, w http.ResponseWriter, r *http.Request, next http.HandlerFunc) {
	if f.DelayMillis > 0 {
		time.Sleep(time.Duration(rand.Intn(f.DelayMillis)) * time.Millisecond)
	}
	isWrite := r.Method != http.MethodGet && r.Method != http.MethodHead
	switch {
	case happens(f.Throttled):
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, "TooManyRequests")
		return
	case happens(f.Failed):
		refuse(w, failures[rand.Intn(len(failures))], "InternalError")
		return
	case isWrite && happens(f.Conflicting):
		refuse(w, http.StatusConflict, "Conflict")
		return
	case isWrite && happens(f.Lost):
		r = r.WithContext(context.WithValue(r.Context(), lostKey{}, true))
	}
	if f.WatchMillis > 0 && r.URL.Query().Has("watch") {
		lifetime := time.Duration(1+rand.Intn(f.WatchMillis)) * time.Millisecond
		ctx, cancel := context.WithTimeout(r.Context(), lifetime)
		defer cancel()
		r = r.WithContext(ctx)
	}
	next(w, r)
}

func happens(share float64) bool {
	return rand.Float64() < share
}

func isLost(ctx context.Context) bool {
	return ctx.Value(lostKey{}) != nil
}

// refuse answers as the API server does.
func refuse(w http.ResponseWriter, code int, reason string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"code":%d,"message":"a fault of the testbed"}`, reason, code)
}
